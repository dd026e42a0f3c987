/// What a selector or a reaction computes, from what it reads in which order.
public indirect enum Formula: Hashable, Sendable {
    case constant(Int)
    /// The running row's key.
    case key
    /// The running row's previous value; 5 when there is none.
    case current
    case read(Reference)
    /// Read without depending on it.
    case peek(Reference)
    /// The running row's box at the key below; 1 at the lowest.
    case below
    /// What an outside model holds, followed.
    case model(Int)
    case sum(Formula, Formula)
    case half(Formula)
    /// The second when the first is odd, else the third: only one of them is read.
    case choice(Formula, Formula, Formula)
}

/// A row that a formula reads. Its key may depend on what else is read.
public struct Reference: Hashable, Sendable {
    public var declaration: Int
    public var key: Formula
}

extension Formula: CustomStringConvertible {
    public var description: String {
        switch self {
        case .constant(let number): "\(number)"
        case .key: "key"
        case .current: "curr"
        case .read(let reference): "\(reference)"
        case .peek(let reference): "peek \(reference)"
        case .below: "below"
        case .model(let number): "model \(number)"
        case .sum(let a, let b): "(\(a) + \(b))"
        case .half(let a): "half(\(a))"
        case .choice(let test, let a, let b): "(odd(\(test)) ? \(a) : \(b))"
        }
    }
}

extension Reference: CustomStringConvertible {
    public var description: String { "#\(declaration)[\(key)]" }
}

extension Formula {
    /// Simpler formulas that may stand for this one, the simplest first.
    var simpler: [Formula] {
        switch self {
        case .constant(let number): number == 0 ? [] : [.constant(0)]
        case .key, .current, .below, .model: [.constant(0)]
        case .read(let reference): reference.simpler.map { .read($0) } + [.constant(0)]
        case .peek(let reference): reference.simpler.map { .peek($0) } + [.constant(0)]
        case .half(let a): [a] + a.simpler.map { .half($0) }
        case .sum(let a, let b):
            [a, b] + a.simpler.map { .sum($0, b) } + b.simpler.map { .sum(a, $0) }
        case .choice(let test, let a, let b):
            [a, b, .sum(test, a)] + test.simpler.map { .choice($0, a, b) }
                + a.simpler.map { .choice(test, $0, b) } + b.simpler.map { .choice(test, a, $0) }
        }
    }
}

extension Formula {
    /// Whether an outside model is followed anywhere in it.
    var followsModel: Bool {
        switch self {
        case .model: true
        case .constant, .key, .current, .below: false
        case .read(let reference), .peek(let reference): reference.key.followsModel
        case .half(let a): a.followsModel
        case .sum(let a, let b): a.followsModel || b.followsModel
        case .choice(let test, let a, let b): test.followsModel || a.followsModel || b.followsModel
        }
    }
}

extension Reference {
    var simpler: [Reference] {
        key.simpler.map { Reference(declaration: declaration, key: $0) }
    }
}
