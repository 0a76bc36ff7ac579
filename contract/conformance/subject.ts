import type { Adapter, CallName, FactName, InputOf, OutputOf, PortDeclaration } from '../ports/kit.ts'

/** How the other side behaves: it hangs, it refuses what it is sent, it cannot be reached. */
export type Mood = 'well' | 'hanging' | 'refusing' | 'down'

/**
 * What is under test: an adapter and, as far as the test can reach it, the system on its other side. A law that needs
 * more than the subject gives is skipped.
 */
export type Subject<Port extends PortDeclaration = PortDeclaration> = {
  /** Another instance of the adapter, in front of the same other side: after a crash, there is a new one. */
  open(): Promise<Opened<Port>>
  /** What the other side has to show for the calls so far: one line for each effect, always in the same order. */
  effects?(): Promise<readonly string[]>
  mood?(mood: Mood): Promise<void>
  /** Makes the other side report something; called again, it reports the same thing again. */
  provoke?: { [Name in FactName<Port>]?: () => Promise<void> }
  /** Instead of the samples of the kit: `{id}` in a string becomes one that was never used before. */
  samples?: Samples<Port>
  /** Inputs that the other side refuses. */
  refused?: Samples<Port>
  /** Of conferencing: whether the other side lets somebody in by a link that the adapter gave. */
  admits?(url: string): Promise<boolean>
  /** Over HTTP: what the kit can do to an adapter in another process. */
  wire?: Wire
}

export type Opened<Port extends PortDeclaration = PortDeclaration> = {
  adapter: Adapter<Port>
  close(): Promise<void>
  /** The facts that it has told, in order. */
  told?(): readonly Told[]
}

export type Told = { name: string; fact: unknown; id: string }

export type Wire = {
  /** The status that a call gets which is not signed as it must be. */
  statusOf(call: string, fault: WireFault): Promise<number>
  /** Sends a call and hangs up: before it is all there, or after, without waiting for the answer. */
  hangUp(when: 'within' | 'after', call: string, input: unknown, key: string): Promise<void>
}
export type WireFault = 'unsigned' | 'wrongSecret' | 'otherBody' | 'old' | 'unknownCall' | 'notJson'

export type Samples<Port extends PortDeclaration> = { [Name in CallName<Port>]?: InputOf<Port, Name> }

/** A call that comes before another one, and what its answer adds to the input of that one. */
export type After<Port extends PortDeclaration> = {
  [Name in CallName<Port>]: { call: Name; adds(output: OutputOf<Port, Name>): object | undefined }
}[CallName<Port>]
