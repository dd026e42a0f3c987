import RandomPrograms

extension CrashProgram {
    public static func random(seed: UInt64, steps: Int) -> CrashProgram {
        var random = SplitMix(seed: seed)
        let schema = random.isTrue(in: 40) ? random.number(below: OldLibrary.versions.count) + 1 : nil
        var list = [Step(operation: .subscribe(random.show), kills: random.kills)]
        var site = CrashSite()
        while list.count < steps {
            let change = random.isTrue(in: 45) ? random.change(of: site) : nil
            let operation = change?.whole(in: site) ?? random.operation
            change?.apply(to: &site)
            list.append(Step(change: change, operation: operation, kills: random.kills))
        }
        if schema != nil { list.swapAt(0, random.number(below: list.count)) }
        return CrashProgram(schema: schema, steps: list)
    }
}

extension Change {
    /// Asks for an episode that becomes whole: whether it rests longer after a failure is a matter of the clock.
    fileprivate func whole(in site: CrashSite) -> Operation? {
        switch self {
        case .heal(let show, let number): .download(show, number)
        case .replace(let show): site.shows[show]?.items.last.map { .download(show, $0.number) }
        default: nil
        }
    }
}

extension SplitMix {
    fileprivate var show: String {
        mutating get { one(of: CrashSite.names) }
    }

    fileprivate mutating func change(of site: CrashSite) -> Change? {
        switch number(below: 10) {
        case 0...3: .publish(show, number(below: 4) + 1)
        case 4: .withdraw(show)
        case 5: .rename(show)
        case 6: .move(show)
        case 7: .replace(show)
        case 8: .cut(show)
        default: site.cutItem.map { .heal($0.show, $0.number) }
        }
    }

    fileprivate var operation: Operation {
        mutating get {
            let episode = number(below: 6) + 1
            switch number(below: 20) {
            case 0...2: return .subscribe(show)
            case 3...8: return .sync(jobs: one(of: [1, 4]))
            case 9, 10: return .refresh(jobs: one(of: [1, 4]))
            case 11, 12: return .policy(one(of: [nil, 1, 2, 4]))
            case 13: return .clean
            case 14: return .skip(show, episode)
            case 15: return .unskip(show, episode)
            case 16: return .keep(show, episode)
            case 17, 18: return .download(show, episode)
            default: return .unsubscribe(show)
            }
        }
    }

    fileprivate var kills: [CrashProgram.Kill] {
        mutating get {
            (0..<number(below: 4)).map { _ in
                let kind: CrashProgram.Kill.Kind =
                    switch number(below: 20) {
                    case 0...9: .call
                    case 10...12: .powerCut
                    case 13, 14: .request
                    default: .piece
                    }
                return CrashProgram.Kill(kind: kind, draw: number(below: 1_000_000))
            }
        }
    }
}
