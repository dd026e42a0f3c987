public import Foundation
// What the shell over the system's background sessions needs that Linux lacks. A session made here lives in
// the process, so that the shell can be run: transfers, files and errors are real, their survival is not.
@_exported public import FoundationNetworking

extension URLSessionConfiguration {
    public static func background(withIdentifier identifier: String) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Session": identifier]
        return configuration
    }

    public var sessionSendsLaunchEvents: Bool {
        get { true }
        set { _ = newValue }
    }
}

extension URLError {
    public var downloadTaskResumeData: Data? { nil }
}
