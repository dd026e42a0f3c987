extension Program: CustomStringConvertible {
    /// The program as a script for people: its declarations, mechanisms and steps, one a line.
    public var description: String {
        var lines = ["program of seed \(seed)" + (holdsObjects ? ", values hold objects" : "")]
        for index in declarations.indices where isUsed(index) { lines.append("  " + declared(index)) }
        for (index, plans) in mechanisms.enumerated() {
            for plan in plans { lines.append("  mechanism M\(index): \(text(plan))") }
        }
        for (index, step) in steps.enumerated() { lines.append("  \(index + 1). \(text(step))") }
        return lines.joined(separator: "\n")
    }

    /// A declaration that nothing names is left out.
    private func isUsed(_ index: Int) -> Bool {
        if case .computed(let formula) = declarations[index].kind, formula != .constant(0) {
            return true
        }
        let mark = "#\(index)["
        let formulas = declarations.map(\.kind).map { "\($0)" } + mechanisms.map { "\($0)" }
        let name = name(of: index)
        return formulas.contains { $0.contains(mark) }
            || (mechanisms.flatMap { $0.map(text) } + steps.map(text)).contains { text in
                text.split { !($0.isLetter || $0.isNumber) }.contains { $0 == name }
            }
    }

    private func declared(_ index: Int) -> String {
        let declaration = declarations[index]
        var text = name(of: index) + (declaration.isKeyed ? "[key]" : "")
        switch declaration.kind {
        case .source(let start): text += " starts as \(start)"
        case .computed(let formula): text += " = \(formula)"
        }
        switch declaration.life {
        case .app: text += ", lives as long as the app"
        case .observed(let grace): text += grace.map { ", grace \($0) s" } ?? ""
        }
        switch declaration.equality {
        case .standard: break
        case .none: text += ", every value a change"
        case .parity: text += ", equal by parity"
        }
        return text
    }

    func text(_ step: Step) -> String {
        switch step {
        case .act(let action): text(action)
        case .show(let plan):
            "show a view of \(plan.rows.map { name(of: $0) }.joined(separator: ", "))"
                + (plan.redraws > 0 ? ", redrawn \(plan.redraws) times when told" : "")
                + (plan.actions.isEmpty ? "" : ", then \(text(plan.actions))")
        case .draw(let view): "draw view \(view)"
        case .seed(let row, let value): "seed \(name(of: row)) to \(value)"
        case .change(let model, let value): "model \(model) = \(value)"
        case .advance(let seconds): "\(seconds) s pass"
        case .take(let export): "take from export \(export)"
        case .drop(let export): "drop export \(export)"
        case .renew: "drop the context and assemble another"
        case .swap: "go on with the other context"
        }
    }

    private func text(_ action: Action) -> String {
        switch action {
        case .turn(let name, let actions): "turn \(name) { \(text(actions)) }"
        case .set(let name, let row, let value): "turn \(name): \(self.name(of: row)) = \(value)"
        case .write(let row, let value): "\(name(of: row)) = \(value)"
        case .add(let row, let value): "\(name(of: row)) += \(value)"
        case .bequeath(let actions): "relic = { \(text(actions)) }"
        case .staged(let row): "c[\(name(of: row))]"
        case .peek(let row): "peek \(name(of: row))"
        case .look(let row): "look at \(name(of: row))"
        case .discard(let row): "discard \(name(of: row))"
        case .register(let plan): "register \(text(plan))"
        case .cancel(let reaction): "cancel reaction \(reaction)"
        case .export(let row, let buffering): "export \(name(of: row)), \(buffering)"
        case .abandon(let export): "abandon export \(export)"
        }
    }

    private func text(_ actions: [Action]) -> String {
        actions.map(text).joined(separator: "; ")
    }

    private func text(_ plan: ReactionPlan) -> String {
        let form =
            switch plan.form {
            case .run(let formula): "\(plan.name) runs \(formula)"
            case .watch(let row, let first):
                "\(plan.name) watches \(name(of: row))" + (first ? " from now" : "")
            }
        return plan.actions.isEmpty
            ? form : "\(form) and \(plan.acts) times does { \(text(plan.actions)) }"
    }
}
