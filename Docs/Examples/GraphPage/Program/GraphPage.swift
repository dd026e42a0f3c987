import CogGraph
import CogInspector

/// Writes the page of a shop's graph to standard output, or with `--svg` its drawing: `make graph-page` puts them
/// where the documentation shows them.
@main
enum GraphPage {
    @MainActor
    static func picture() async -> CogPicture {
        let shop = Shop()
        await shop.shop()
        return shop.cogs.inspect()
    }

    static func main() async {
        let picture = await picture()
        let isDrawing = CommandLine.arguments.dropFirst().first == "--svg"
        print(isDrawing ? picture.svg() : picture.page(title: "A shop"), terminator: "")
    }
}
