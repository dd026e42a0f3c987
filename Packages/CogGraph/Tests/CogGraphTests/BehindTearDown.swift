/// Returns behind every job that the MainActor has now, a teardown's among them: jobs of one
/// actor run in order.
@MainActor
func behindTearDown() async { await Task { @MainActor in }.value }
