import type { Binding } from './binding.ts'

/** What the adapters that are bound can do, as far as this process knows. */
export type Capabilities = {
  /**
   * Whether a call is owed to a binding. What nobody knows yet is, and is cancelled once it turns out that the adapter
   * does not do it; so is what somebody then has to do by hand.
   */
  does(binding: Binding, call: string): boolean
  /** Whether a binding is known to do a call. */
  isKnownToDo(binding: Binding, call: string): boolean
  learn(binding: Binding, supports: readonly string[]): void
}

export function openCapabilities(): Capabilities {
  const known = new Map<Binding, readonly string[]>()
  return {
    does(binding, call) {
      const supports = known.get(binding)
      return !supports || binding.served.byHand.includes(call) || supportsCall(binding, supports, call)
    },
    isKnownToDo(binding, call) {
      if (binding.served.port.calls[call]?.needs === undefined) return true
      const supports = known.get(binding)
      return supports !== undefined && supportsCall(binding, supports, call)
    },
    learn: (binding, supports) => void known.set(binding, supports),
  }
}

export function supportsCall(
  { served: { port } }: Pick<Binding, 'served'>,
  supports: readonly string[],
  call: string,
): boolean {
  const needs = port.calls[call]?.needs
  return needs === undefined || supports.includes(needs)
}
