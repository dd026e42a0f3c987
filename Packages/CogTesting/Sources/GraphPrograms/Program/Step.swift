/// One thing that a program does while the graph is at rest.
public enum Step: Hashable, Sendable {
    /// Does something now.
    case act(Action)
    /// Makes a view and draws it for the first time.
    case show(ViewPlan)
    /// Draws a view again.
    case draw(view: Int)
    /// Writes quietly.
    case seed(RowID, Int)
    /// Changes an outside model.
    case change(model: Int, Int)
    /// Lets seconds pass.
    case advance(Int)
    /// Takes the first value of a sequence; the next time ends it and takes what waits in it.
    case take(export: Int)
    /// Drops a sequence of values.
    case drop(export: Int)
    /// Drops the context, and assembles the next with the same declarations.
    case renew
    /// Goes on with the other of two contexts.
    case swap
}

/// One thing that a step, a turn's body, a reaction or a notified view does. What can be done in
/// one of these places only is passed over in others.
public indirect enum Action: Hashable, Sendable {
    /// Joins the turn whose body runs, runs now, or waits.
    case turn(String, [Action])
    /// A turn of one write, in the form that has no body.
    case set(String, RowID, Int)
    /// In a turn's body.
    case write(RowID, Int)
    /// In a turn's body: adds to what is staged.
    case add(RowID, Int)
    /// In a turn's body: puts a value in the place of another, to act when it is released.
    case bequeath([Action])
    /// In a turn's body: reads through the writer.
    case staged(RowID)
    case peek(RowID)
    /// Reads as UI does, with nobody tracking.
    case look(RowID)
    case discard(RowID)
    case register(ReactionPlan)
    /// Cancels one of those registered.
    case cancel(reaction: Int)
    case export(RowID, Buffering)
    /// Drops a sequence of values where it stands: its lease ends once the MainActor is free.
    case abandon(export: Int)
}

/// A reaction: what it reads, and what it does in its first runs.
public struct ReactionPlan: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        case run(Formula)
        case watch(RowID, isDeliveredFirst: Bool)
    }

    public var name: String
    public var form: Form
    public var actions: [Action]
    /// In how many of its runs it acts, so that every program ends.
    public var acts: Int
}

/// A view: what it reads, and what it does when it is told of a change.
public struct ViewPlan: Hashable, Sendable {
    public var rows: [RowID]
    public var actions: [Action]
    /// How often it draws itself again, and acts, as soon as it is told.
    public var redraws: Int
}

public enum Buffering: Hashable, Sendable {
    case newest(Int)
    case oldest(Int)
    case unbounded
}
