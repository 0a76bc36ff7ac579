import type { Binding } from './binding.ts'

/** What the adapters that are bound can do, as far as this process knows. */
export type Capabilities = {
  /** True only where it is known: what nobody knows yet is owed, and cancelled once it turns out that nobody does it. */
  lacks(binding: Binding, capability: string): boolean
  learn(binding: Binding, supports: readonly string[]): void
}

export function openCapabilities(): Capabilities {
  const known = new Map<Binding, ReadonlySet<string>>()
  return {
    lacks: (binding, capability) => known.get(binding)?.has(capability) === false,
    learn: (binding, supports) => void known.set(binding, new Set(supports)),
  }
}
