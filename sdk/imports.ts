import { contentOf } from './content.ts'
import { path } from './path.ts'
import type { Portico } from './portico.ts'
import type { Transport } from './transport.ts'
import type { ImportDetail, ImportError, ImportList } from './types.ts'

export function importsOver(transport: Transport): Portico['imports'] {
  return {
    async start(file, { dryRun, ...options } = {}) {
      const answer = await transport.json<ImportDetail>({
        method: 'POST',
        path: '/imports',
        query: { dryRun },
        bytes: file,
        options,
      })
      return answer.import
    },
    list: ({ after, limit, ...options } = {}) =>
      transport.json<ImportList>({ method: 'GET', path: '/imports', query: { after, limit }, options }),
    async get(importId, options) {
      const answer = await transport.json<ImportDetail>({
        method: 'GET',
        path: path`/imports/${importId}`,
        options,
      })
      return answer.import
    },
    async *errors(importId, { after, ...options } = {}) {
      const { response, limit } = await transport.open({
        method: 'GET',
        path: path`/imports/${importId}/errors`,
        query: { after },
        headers: { accept: 'application/x-ndjson' },
        options,
      })
      for await (const line of linesOf(contentOf(response, limit).stream))
        yield JSON.parse(line) as ImportError
    },
    async setStatus(importId, status, options) {
      const answer = await transport.json<ImportDetail>({
        method: 'PUT',
        path: path`/imports/${importId}/status`,
        body: { status },
        options,
      })
      return answer.import
    },
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
