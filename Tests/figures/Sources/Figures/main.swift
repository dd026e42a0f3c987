import CogGraph

// What the program holds when it ends is what its rows take: nothing is freed before.
let cogs = Cogs.assemble(history: .off)
let arguments = CommandLine.arguments
let rows = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
let source = Cog<Int>.Manual { 1 }
let manual = CogBox<Int, Int>.Manual { $0 }
let derived = CogBox<Int, Int> { c, key in c[source] &+ key }

switch arguments.dropFirst().first {
case "manual": for key in 0..<rows { _ = cogs.peek(manual[key]) }
case "derived": for key in 0..<rows { _ = cogs.peek(derived[key]) }
case "observed": for key in 0..<rows { _ = cogs[derived[key]] }
case "turns":
    // Rows that were read once, over a source that the turns leave alone.
    for key in 0..<rows { _ = cogs.peek(derived[key]) }
    let turns = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
    let written = Cog<Int>.Manual { 0 }
    let twice = Cog { c in c[written] &* 2 }
    _ = cogs[twice]
    let time = ContinuousClock().measure { for turn in 1...turns { cogs.turn(written, to: turn) } }
    print("\(rows) idle rows: \(time / turns) a turn")
default:
    print("usage: Figures manual | derived | observed ROWS, or Figures turns ROWS TURNS")
}
