export const syntheticSource = 'synthetic'

export type SynthesisOrder = { seed: string; index: number; pages: number }
export type Made = { caseId: string; pages: number; isNew: boolean }
type Options = {
  signal?: AbortSignal
  onPages?: (pages: number) => void
  /** It is to be worked up to its stage: it was opened in the past, and is on no docket yet. */
  isAtWork?: boolean
}
export type Synthesise = (order: SynthesisOrder, options?: Options) => Promise<Made>
