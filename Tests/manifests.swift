import Foundation

/// One manifest as `swift package dump-package` writes it.
struct Manifest {
    typealias Object = [String: Any]

    let folder: String
    let object: Object

    init?(path: String) {
        guard let data = FileManager.default.contents(atPath: path),
            let object = try? JSONSerialization.jsonObject(with: data) as? Object
        else { return nil }
        folder = String(path.dropLast("/manifest.json".count))
        self.object = object
    }

    var targets: [String: Object] {
        let all = (object["targets"] as? [Object] ?? []).map { ($0["name"] as? String ?? "", $0) }
        return Dictionary(all, uniquingKeysWith: { a, _ in a })
    }

    /// The products with the targets of each.
    var products: [String: [String]] {
        let all = (object["products"] as? [Object] ?? []).map {
            ($0["name"] as? String ?? "", $0["targets"] as? [String] ?? [])
        }
        return Dictionary(all, uniquingKeysWith: { a, _ in a })
    }

    /// What a consumer sees of the whole package, as text that can be compared.
    var terms: [String: String] {
        ["platforms", "swiftLanguageVersions", "toolsVersion"].reduce(into: [:]) {
            $0[$1] = text(object[$1])
        }
    }

    /// What has to be the same of a target wherever it is listed.
    func facts(of target: Object) -> [String: String] {
        let name = target["name"] as? String ?? ""
        let type = target["type"] as? String ?? ""
        let usual = type == "test" ? "Tests/\(name)" : "Sources/\(name)"
        let path = target["path"] as? String ?? usual
        // A target is named alike here and where it is another package's product.
        let dependencies = (target["dependencies"] as? [Object] ?? []).compactMap {
            $0.values.compactMap { ($0 as? [Any])?.first as? String }.first
        }
        return [
            "type": type, "folder": folder == "." ? path : "\(folder)/\(path)",
            "dependencies": dependencies.sorted().joined(separator: ", "),
            "settings": text(target["settings"]), "pkgConfig": text(target["pkgConfig"]),
            "providers": text(target["providers"]), "resources": text(target["resources"]),
            "exclude": text(target["exclude"]),
        ]
    }

    private func text(_ value: Any?) -> String {
        guard let value, !(value is NSNull) else { return "none" }
        let data = try? JSONSerialization.data(
            withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "unreadable"
    }
}

func differences(_ what: String, _ root: [String: String], _ own: [String: String]) -> [String] {
    root.keys.sorted().filter { root[$0] != own[$0] }.map {
        "\(what): \($0) is \(root[$0] ?? "none") at the root, and \(own[$0] ?? "none") in its package"
    }
}

let manifests = CommandLine.arguments.dropFirst().compactMap { Manifest(path: $0) }
guard manifests.count == CommandLine.arguments.count - 1, let root = manifests.first else {
    print("manifests: a manifest could not be read")
    exit(1)
}
var problems: [String] = []
var compared = 0
for own in manifests.dropFirst() {
    let here = root.targets.filter { target in
        root.facts(of: target.value)["folder"]?.hasPrefix("\(own.folder)/") == true
    }
    // A package that the root leaves out whole, such as the benchmarks, is its own affair.
    if here.isEmpty { continue }
    problems += differences(own.folder, root.terms, own.terms)
    for name in Set(here.keys).union(own.targets.keys).sorted() {
        guard let at = here[name], let its = own.targets[name] else {
            let place = here[name] == nil ? "at the root" : "there"
            problems.append("\(own.folder): \(name) is missing \(place)")
            continue
        }
        compared += 1
        problems += differences(name, root.facts(of: at), own.facts(of: its))
    }
    for (product, targets) in own.products.sorted(by: { $0.key < $1.key })
    where root.products[product] != targets {
        problems.append("\(own.folder): product \(product) is \(targets) there, and not so at the root")
    }
}
for problem in problems { print("manifests: \(problem)") }
if !problems.isEmpty { exit(1) }
print("manifests: \(compared) targets are the same at the root and in their packages")
