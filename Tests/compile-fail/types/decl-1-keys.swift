// DECL-1: a box's keys are hashable.
import CogGraph

private struct PlainKey {}

#if ACCEPTED
    extension PlainKey: Hashable {}
#endif

@MainActor private let box = CogBox<Int, PlainKey>.Manual { 0 }  // expected: 'Hashable'
