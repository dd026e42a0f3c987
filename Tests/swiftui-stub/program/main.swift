import CogGraph
import CogSwiftUI
import SwiftUI

struct Leaf: View {
    @Environment(\.cogs) var cogs
    var body: some View { EmptyView() }
}

let cogs = Cogs()
(Leaf().cogEnvironment(cogs) as? any EnvironmentChange)?.apply()
guard Leaf().cogs === cogs else { fatalError("The installed runtime was not found.") }
currentEnvironment = EnvironmentValues()
_ = Leaf().cogs
