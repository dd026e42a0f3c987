import Testing

@testable import StoicServices

private let seeds = 0..<3000

private func simulate(_ seed: Int) throws -> (scenario: Scenario, simulation: Simulation) {
    let scenario = Scenario(seed: seed)
    var simulation = try Simulation(scenario)
    simulation.run()
    return (scenario, simulation)
}

/// The promises of a run, over generated graphs whose code starts late, hangs and throws.
struct PromiseTests {
    @Test("Promise 1: In a generated graph that is wrong nothing can start")
    func invalid() {
        var rejected = 0
        for seed in seeds {
            var dice = Dice(seed: seed)
            let order = (0..<6).shuffled(using: &dice).prefix(5)
            let names = order.map { "s\(dice.chance(5) ? 0 : $0)" }
            let needs = names.map { _ in (0..<6).filter { _ in dice.chance(8) }.map { "s\($0)" } }
            // Right when, again and again, some service has all its needs, until none is left.
            var left = Array(names.indices)
            var ready: Set<String> = []
            while let next = left.firstIndex(where: { ready.isSuperset(of: needs[$0]) }) {
                ready.insert(names[left.remove(at: next)])
            }
            let isRight = left.isEmpty && Set(names).count == names.count
            let graph = try? ServiceGraph(label: "generated") {
                for (name, needs) in zip(names, needs) {
                    Provide(
                        ServiceKey<Int>(name), needs: needs.map { ServiceKey<Int>($0).any },
                        start: { _ in 1 })
                }
            }
            #expect((graph != nil) == isRight, "seed \(seed)")
            rejected += isRight ? 0 : 1
        }
        #expect(rejected > 500 && rejected < seeds.count - 500)
    }

    @Test("Promise 2: A service starts once, after everything it needs has started")
    func starts() throws {
        for seed in seeds {
            let (scenario, simulation) = try simulate(seed)
            var (begun, started) = (Set<Int>(), Set<Int>())
            for (_, fact) in simulation.facts {
                switch fact {
                case .startBegan(let index):
                    #expect(begun.insert(index).inserted, "seed \(seed): \(index) started twice")
                    #expect(started.isSuperset(of: scenario.needs[index]), "seed \(seed)")
                case .startEnded(let index, error: nil): started.insert(index)
                default: break
                }
            }
        }
    }

    @Test("Promise 3: Whatever started is stopped exactly once, also late, or named as skipped")
    func stops() throws {
        var skips = 0
        for seed in seeds {
            let (scenario, simulation) = try simulate(seed)
            var (started, stopped, skipped) = (Set<Int>(), Set<Int>(), Set<Int>())
            for (_, fact) in simulation.facts {
                switch fact {
                case .startEnded(let index, error: nil): started.insert(index)
                case .stopBegan(let index, _):
                    #expect(started.contains(index), "seed \(seed)")
                    #expect(stopped.insert(index).inserted, "seed \(seed): \(index) stopped twice")
                case .finished(let report):
                    for index in scenario.needs.indices {
                        if case .skipped = report.entries[index].outcome { skipped.insert(index) }
                        if case .skipped? = report.entries[index].late { skipped.insert(index) }
                    }
                default: break
                }
            }
            #expect(stopped.isDisjoint(with: skipped), "seed \(seed)")
            #expect(stopped.union(skipped) == started, "seed \(seed)")
            skips += skipped.count
        }
        #expect(skips > 100)
    }

    @Test("Promise 4: What is stopped has no running dependent, or is told exactly which")
    func dependents() throws {
        var told = 0
        for seed in seeds {
            let (scenario, simulation) = try simulate(seed)
            var running: Set<Int> = []
            for (_, fact) in simulation.facts {
                switch fact {
                case .startBegan(let index): running.insert(index)
                case .startEnded(let index, let error):
                    if error != nil { running.remove(index) }
                case .stopEnded(let index, _): running.remove(index)
                case .stopBegan(let index, let exit):
                    let users = running.filter { scenario.needs[$0].contains(index) }.sorted()
                    #expect(
                        exit.stillRunning == users.map { scenario.key($0).any }, "seed \(seed)")
                    told += users.count
                default: break
                }
            }
        }
        #expect(told > 100)
    }

    @Test("Promise 5: A run ends within its budget of its body's end, or of its failure")
    func budget() throws {
        for seed in seeds {
            let (scenario, simulation) = try simulate(seed)
            var (ending, finished) = (Duration?.none, Duration?.none)
            for (time, fact) in simulation.facts {
                switch fact {
                case .bodyEnded: ending = time
                case .finished: finished = time
                case .told(let event):
                    guard ending == nil else { break }
                    switch event.kind {
                    case .startFailed, .cancelled: ending = time
                    default: break
                    }
                default: break
                }
            }
            let end = try #require(finished, "seed \(seed): the run did not end")
            let begin = ending ?? end
            #expect(end - begin <= scenario.limits.exitBudget, "seed \(seed)")
            if let hurryAt = scenario.hurryAt {
                #expect(end <= max(begin, hurryAt) + scenario.limits.grace, "seed \(seed)")
            }
            if let (time, rest) = scenario.enclosed {
                #expect(end <= max(begin, time + rest), "seed \(seed)")
            }
        }
    }

    @Test("SVC-5: Every hung stop has a time to answer its cancellation, also a late value's")
    func grace() throws {
        var abandoned = 0
        for seed in seeds {
            let (scenario, simulation) = try simulate(seed)
            // Whatever shortens a run may leave no time at all.
            guard scenario.hurryAt == nil, scenario.enclosed == nil else { continue }
            guard scenario.limits.grace > .zero else { continue }
            var (begun, cancelled) = ([AnyServiceKey: Duration](), [AnyServiceKey: Duration]())
            for (time, fact) in simulation.facts {
                switch fact {
                case .stopBegan(let index, _): begun[scenario.key(index).any] = time
                case .stopCancelled(let index): cancelled[scenario.key(index).any] = time
                case .told(let event):
                    guard case .stopAbandoned(let key) = event.kind else { break }
                    // A value that comes when the budget ends has no time either.
                    if begun[key] == time { break }
                    let cancellation = try #require(cancelled[key], "seed \(seed)")
                    #expect(cancellation < time, "seed \(seed): \(key)")
                    abandoned += 1
                default: break
                }
            }
        }
        #expect(abandoned > 100)
    }

    @Test("Promise 6: No failure is lost, and whoever was too slow is named")
    func failures() throws {
        for seed in seeds {
            let (_, simulation) = try simulate(seed)
            var thrown: [String] = []
            var words = ""
            var slow: Set<Int> = []
            for (_, fact) in simulation.facts {
                switch fact {
                case .startEnded(_, let error?), .stopEnded(_, let error?), .workEnded(_, let error?):
                    if let error = error as? Broken { thrown.append(error.description) }
                case .stopCancelled(let index): slow.insert(index)
                case .finished(let report):
                    // Until here the report has everything; what comes later is told by events.
                    words = "\(report)"
                    for error in thrown { #expect(words.contains(error), "seed \(seed)") }
                    for index in slow {
                        let entry = "\(report.entries[index])"
                        #expect(
                            entry.contains("timed out") || entry.contains("stop abandoned"),
                            "seed \(seed): \(entry)")
                    }
                    thrown = []
                case .told(let event): words += "\n\(event)"
                default: break
                }
            }
            for error in thrown { #expect(words.contains(error), "seed \(seed)") }
        }
    }

    @Test("Promise 7: What still runs after the end is named in the report")
    func leftovers() throws {
        var left = 0
        for seed in seeds {
            let (_, simulation) = try simulate(seed)
            var (starting, working, stopping) = (Set<Int>(), Set<Int>(), Set<Int>())
            for (_, fact) in simulation.facts {
                switch fact {
                case .startBegan(let index): starting.insert(index)
                case .startEnded(let index, _): starting.remove(index)
                case .workBegan(let index): working.insert(index)
                case .workEnded(let index, _): working.remove(index)
                case .stopBegan(let index, _): stopping.insert(index)
                case .stopEnded(let index, _): stopping.remove(index)
                case .finished(let report):
                    for index in starting.union(stopping).union(working) {
                        let entry = report.entries[index]
                        #expect(entry.mayStillRun, "seed \(seed): \(entry)")
                        #expect("\(entry)".contains("may still run"), "seed \(seed): \(entry)")
                        left += 1
                    }
                default: break
                }
            }
        }
        #expect(left > 100)
    }

    @Test("SVC-12: Work runs after its service started and before its stop ended, in its limits")
    func work() throws {
        var restarted = 0
        for seed in seeds {
            let (scenario, simulation) = try simulate(seed)
            var (started, working) = (Set<Int>(), Set<Int>())
            var begun: [Int: [Duration]] = [:]
            for (time, fact) in simulation.facts {
                switch fact {
                case .startEnded(let index, error: nil): started.insert(index)
                case .workBegan(let index):
                    #expect(started.contains(index), "seed \(seed)")
                    #expect(working.insert(index).inserted, "seed \(seed)")
                    begun[index, default: []].append(time)
                    restarted += (begun[index]?.count ?? 0) > 1 ? 1 : 0
                    let recent = begun[index]?.filter { $0 > time - .seconds(19) }.count ?? 0
                    // The first time is no restart.
                    #expect(recent <= 3, "seed \(seed)")
                    if scenario.restarts[index] == .never {
                        #expect(begun[index]?.count == 1, "seed \(seed)")
                    }
                case .workEnded(let index, _): working.remove(index)
                case .stopEnded(let index, _):
                    #expect(!working.contains(index), "seed \(seed)")
                    started.remove(index)
                default: break
                }
            }
        }
        #expect(restarted > 100)
    }

    @Test("Promise 8: One script gives one sequence of events, ordered by declaration")
    func repeatable() throws {
        for seed in seeds {
            let (first, second) = (try simulate(seed).simulation, try simulate(seed).simulation)
            #expect(first.facts.map { "\($0)" } == second.facts.map { "\($0)" }, "seed \(seed)")
            for batch in first.startBatches { #expect(batch == batch.sorted(), "seed \(seed)") }
        }
    }

    @Test("Promise 3: A sequential run stops in the exact reverse of its completed starts")
    func reverse() throws {
        for seed in seeds {
            let (scenario, simulation) = try simulate(seed)
            guard scenario.limits.stopOrder == .sequential else { continue }
            var (completed, abandoned) = ([Int](), Set<Int>())
            for (_, fact) in simulation.facts {
                switch fact {
                case .told(let event):
                    for index in scenario.needs.indices {
                        if case .startAbandoned(scenario.key(index).any) = event.kind {
                            abandoned.insert(index)
                        }
                    }
                case .startEnded(let index, error: nil):
                    if !abandoned.contains(index) { completed.append(index) }
                case .stopBegan(let index, _):
                    if !abandoned.contains(index) {
                        #expect(completed.popLast() == index, "seed \(seed)")
                    }
                default: break
                }
            }
        }
    }
}
