export const syntheticSource = 'synthetic'

export type SynthesisOrder = { seed: string; index: number; pages: number }
export type Made = { caseId: string; pages: number; isNew: boolean }
type Options = { signal?: AbortSignal; onPages?: (pages: number) => void }
export type Synthesise = (order: SynthesisOrder, options?: Options) => Promise<Made>
