import type { Calls } from './calls.ts'
import { streamOf } from './content.ts'
import type { ImportError } from './generated/types.ts'
import type { CallOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'

/** The rows that failed, one by one as they come. */
export function importErrors({ open }: Pick<Calls, 'open'>) {
  return async function* errors(
    importId: string,
    options?: QueryOf<'listImportErrors'> & CallOptions,
  ): AsyncGenerator<ImportError, void, void> {
    const accept = { accept: 'application/x-ndjson' }
    const { response, limit } = await open('listImportErrors', { importId }, accept, options)
    for await (const line of linesOf(streamOf(response, limit))) yield JSON.parse(line) as ImportError
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
