/// Makes one view of the statements in a `body`.
@resultBuilder
public enum ViewBuilder {
    /// Of none.
    public static func buildBlock() -> EmptyView { EmptyView() }

    /// Of one.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// Of several: what is around them lays them out.
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content>
    {
        TupleView(repeat each content)
    }

    /// A view is as it stands.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    /// An `if` without `else`.
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// The first of two branches.
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalContent<First, Second> {
        ConditionalContent(branch: .first(first))
    }

    /// The second of two branches.
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalContent<First, Second> {
        ConditionalContent(branch: .second(second))
    }

    /// An `if #available`.
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}
