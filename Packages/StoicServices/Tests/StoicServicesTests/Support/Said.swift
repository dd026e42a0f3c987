import Testing

/// Whether `text` is what the process said before it trapped.
func said(_ result: ExitTest.Result?, _ text: String) -> Bool {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(text)
}
