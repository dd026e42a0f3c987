import ServicePrograms
import Testing

struct PlanTests {
    @Test("SVC-2: Every graph of up to three services is planned exactly when no need goes round (promise 1)")
    func cycles() {
        var valid: [Int] = []
        for count in 0...3 {
            var survey = PlanSurvey()
            survey.lookAtCycles(of: count)
            #expect(survey.failed == nil)
            valid.append(survey.valid)
        }
        #expect(valid == [1, 1, 3, 25])
    }

    @Test(
        "SVC-2: Every duplicate, missing need and knot of three services is told, and nothing else (promise 1)"
    )
    func names() {
        var survey = PlanSurvey()
        survey.lookAtNames(every: 11)
        #expect(survey.failed == nil)
        #expect(survey.graphs > 9000 && survey.valid > 5)
    }

    @Test("Four services have 543 graphs without a cycle")
    func labelled() {
        #expect(LabelledGraphs.acyclic(of: 4).count == 543)
    }
}
