public import OpenCombine

extension Publishers {
    /// Publishes the newest elements of two publishers whenever one of them publishes, once both have published. It
    /// completes when both have completed, and fails with the first that fails.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// One element of each publisher.
        public typealias Output = (A.Output, B.Output)
        /// The error of both publishers.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Combines two publishers.
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        private enum Side {
            case a(A.Output)
            case b(B.Output)
        }

        /// Subscribes to both publishers.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Merge(a.map(Side.a), b.map(Side.b))
                .scan((A.Output?.none, B.Output?.none)) { newest, side in
                    switch side {
                    case .a(let element): (element, newest.1)
                    case .b(let element): (newest.0, element)
                    }
                }
                .compactMap { newest in newest.0.flatMap { a in newest.1.map { (a, $0) } } }
                .subscribe(subscriber)
        }
    }

    /// Publishes the newest elements of three publishers, as ``CombineLatest`` does for two.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        /// One element of each publisher.
        public typealias Output = (A.Output, B.Output, C.Output)
        /// The error of all publishers.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Combines three publishers.
        public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

        /// Subscribes to all publishers.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            CombineLatest(CombineLatest(a, b), c).map { ($0.0, $0.1, $1) }.subscribe(subscriber)
        }
    }

    /// Publishes the newest elements of four publishers, as ``CombineLatest`` does for two.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        /// One element of each publisher.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        /// The error of all publishers.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C
        /// The fourth publisher.
        public let d: D

        /// Combines four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }

        /// Subscribes to all publishers.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            CombineLatest(CombineLatest(a, b), CombineLatest(c, d)).map { ($0.0, $0.1, $1.0, $1.1) }
                .subscribe(subscriber)
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}

extension Publisher {
    /// Publishes the newest elements of both publishers.
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where P.Failure == Failure { .init(self, other) }

    /// Publishes what `transform` makes of the newest elements of both publishers.
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest<Self, P>, T> where P.Failure == Failure {
        combineLatest(other).map { transform($0, $1) }
    }

    /// Publishes the newest elements of three publishers.
    public func combineLatest<P: Publisher, Q: Publisher>(
        _ first: P, _ second: Q
    ) -> Publishers.CombineLatest3<Self, P, Q> where P.Failure == Failure, Q.Failure == Failure {
        .init(self, first, second)
    }

    /// Publishes what `transform` makes of the newest elements of three publishers.
    public func combineLatest<P: Publisher, Q: Publisher, T>(
        _ first: P, _ second: Q, _ transform: @escaping (Output, P.Output, Q.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
    where P.Failure == Failure, Q.Failure == Failure {
        combineLatest(first, second).map { transform($0, $1, $2) }
    }

    /// Publishes the newest elements of four publishers.
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ first: P, _ second: Q, _ third: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure { .init(self, first, second, third) }

    /// Publishes what `transform` makes of the newest elements of four publishers.
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
        _ first: P, _ second: Q, _ third: R, _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
    ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
    where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
        combineLatest(first, second, third).map { transform($0, $1, $2, $3) }
    }
}
