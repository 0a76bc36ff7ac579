import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { AppealDetail, AppealSummary, SearchResult } from '@portico/contract/appeals'
import type { Credentials, Tokens } from '@portico/contract/auth'
import type { Case, CaseState } from '@portico/contract/cases'
import type {
  Annotation,
  Document,
  DocumentOrder,
  DocumentSummary,
  NewAnnotation,
  ReadState,
  Tag,
} from '@portico/contract/documents'
import type { PorticoEvent } from '@portico/contract/events'
import type { Static } from 'typebox'
import { generatedFiles } from '../tools/generate-sdk.ts'
import type * as sdk from './generated/types.ts'

type Same<A, B> = [A, B] extends [B, A] ? true : false

/** Where it was erased by law, an event comes with `data: null`; the contract's own type is from before that. */
type AsSent<Event> = Event extends { data: infer Data } ? Omit<Event, 'data'> & { data: Data | null } : never

const isSame: true[] = [
  true satisfies Same<sdk.AppealSummary, AppealSummary>,
  true satisfies Same<sdk.AppealDetail, AppealDetail>,
  true satisfies Same<sdk.Annotation, Annotation>,
  true satisfies Same<sdk.NewAnnotation, NewAnnotation>,
  true satisfies Same<sdk.Document, Document>,
  true satisfies Same<sdk.DocumentSummary, DocumentSummary>,
  true satisfies Same<sdk.DocumentOrder, DocumentOrder>,
  true satisfies Same<sdk.Tag, Tag>,
  true satisfies Same<sdk.ReadState, ReadState>,
  true satisfies Same<sdk.SearchResult, SearchResult>,
  true satisfies Same<sdk.Case, Case>,
  true satisfies Same<sdk.CaseState, CaseState>,
  true satisfies Same<sdk.Tokens, Tokens>,
  true satisfies Same<sdk.Credentials, Static<typeof Credentials>>,
  true satisfies Same<sdk.PorticoEvent, AsSent<PorticoEvent>>,
]

const taggedText = (event: sdk.PorticoEvent): string | undefined =>
  event.type === 'document.tagged' ? event.data?.text : undefined

describe('types', () => {
  it('are generated from the contract and the rules of the service as they stand', async () => {
    for (const { file, text } of generatedFiles)
      assert.equal(await readFile(file, 'utf8'), await text(), `run \`npm run generate\`: ${file.pathname}`)
  })

  it('are the same as those of the contract, and an event is narrowed by its type', () => {
    assert.ok(isSame.every(Boolean))
    assert.equal(taggedText({ type: 'document.tagged', data: { text: 'x' } } as sdk.PorticoEvent), 'x')
  })
})
