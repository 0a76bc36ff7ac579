import type { documentSource } from '@portico/contract/ports/document-source'
import type { Adapter } from '@portico/contract/ports/kit'
import type { Tending } from '../../delivery/bindings/serve-port.ts'

type SourceAdapter = Adapter<typeof documentSource>

export type SourceTending = Tending<'cases' | 'execute' | 'intake' | 'mostFileBytes' | 'uploads'>

/** What a turn needs to know of the source that it is about. */
export type Around = Omit<SourceTending, 'adapter'> & {
  adapter(): Promise<SourceAdapter>
  /** Aborted when the process stops. */
  signal: AbortSignal
}
