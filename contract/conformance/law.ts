import type { CallName, FactName, PortDeclaration } from '../ports/kit.ts'
import type { After, Samples } from './subject.ts'
import type { Trial } from './trial.ts'

export type Law<Port extends PortDeclaration = PortDeclaration> = {
  name: string
  says: string
  /** Returns if the law is kept, perhaps a remark; throws if it is broken or cannot be judged. */
  check(trial: Trial<Port>): Promise<unknown>
}

/** What the laws need to know of one port: samples, and the laws that are its own. */
export type Conformance<Port extends PortDeclaration = PortDeclaration> = {
  port: Port
  samples: Samples<Port>
  /** A call that makes sense only after another one: which, and what its answer adds to the input. */
  after: { [Name in CallName<Port>]?: After<Port> }
  facts: { [Name in FactName<Port>]: unknown }
  laws: readonly Law<Port>[]
}
