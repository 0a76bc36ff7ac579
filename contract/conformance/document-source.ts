import { createHash } from 'node:crypto'
import { documentSource } from '../ports/document-source.ts'
import { defineConformance } from './kit.ts'
import { sampleFile } from './sample-file.ts'
import { Broken, bytesOf, Skipped } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'
const ref = {
  caseId: 'case_1',
  docketNumber: '240319-100482',
  aliases: [{ source: 'registry', externalId: 'R-1' }],
}
const submitted = {
  case: ref,
  sourceId: 'S-1',
  revision: '1',
  name: 'VA Form 9',
  receiptDate: '2024-03-19',
  at,
}

export const documentSourceLaws = defineConformance({
  port: documentSource,
  samples: {
    list: { case: ref },
    fetch: { case: ref, sourceId: 'S-1', revision: '1' },
    arrivals: { limit: 100 },
    writeBack: {
      case: ref,
      documentId: 'doc_{id}',
      version: 1,
      kind: 'transcript',
      name: 'Transcript {id}',
      receiptDate: '2026-03-02',
      file: sampleFile,
    },
  },
  after: {
    fetch: {
      call: 'list',
      adds: ({ documents: [first] }) => first && { sourceId: first.sourceId, revision: first.revision },
    },
  },
  facts: { submitted, revised: { ...submitted, revision: '2' } },
  laws: [
    {
      name: 'bytes',
      says: 'The bytes of a document are what the list says of them, and the same each time.',
      async check(trial) {
        const adapter = await trial.adapter()
        const input = await trial.input(adapter, 'list')
        const { documents } = await trial.call(adapter, 'list', input)
        if (documents.length === 0)
          throw new Skipped('The source has no document for the case of the sample.')
        for (const { sourceId, revision, size, sha256 } of documents.slice(0, 20)) {
          const wanted = { case: input.case, sourceId, revision }
          const bytes = await bytesOf(await trial.call(adapter, 'fetch', wanted))
          const hash = hashOf(bytes)
          if (size !== undefined && size !== bytes.length)
            throw new Broken(`${sourceId} has ${bytes.length} bytes, and is listed with ${size}.`)
          if (sha256 !== undefined && sha256 !== hash)
            throw new Broken(`${sourceId} has another hash than the one it is listed with.`)
          if (hashOf(await bytesOf(await trial.call(adapter, 'fetch', wanted))) !== hash)
            throw new Broken(`${sourceId} has other bytes when it is fetched again.`)
        }
      },
    },
    {
      name: 'marker',
      says: 'Arrivals read one by one are those read at once: none is missed, none comes twice.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'arrivals')) throw new Skipped('It does not declare arrivals.')
        const all = async (limit: number) => {
          const found: string[] = []
          let since: string | undefined
          for (let page = 0; page < 1000; page += 1) {
            const asked = since === undefined ? { limit } : { since, limit }
            const { arrivals, marker, hasMore } = await trial.call(adapter, 'arrivals', asked)
            if (arrivals.length > limit) throw new Broken(`It gave ${arrivals.length}, asked for ${limit}.`)
            found.push(...arrivals.map(({ document: { sourceId, revision } }) => `${sourceId} ${revision}`))
            if (hasMore && (marker === undefined || marker === since))
              throw new Broken('There is more, but the marker has not moved.')
            since = marker ?? since
            if (!hasMore) return found
          }
          return found
        }
        const atOnce = await all(100)
        if (atOnce.length < 2) throw new Skipped('The source has fewer than two arrivals.')
        if (JSON.stringify(await all(1)) !== JSON.stringify(atOnce))
          throw new Broken('Read one by one, the arrivals are others, or in another order.')
      },
    },
  ],
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
