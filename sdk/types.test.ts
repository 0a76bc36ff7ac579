import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type * as contract from '@portico/contract'
import type { Static } from 'typebox'
import { sdkTypes, sdkTypesFile } from '../tools/generate-sdk-types.ts'
import type * as sdk from './types.ts'

type Same<A, B> = [A, B] extends [B, A] ? true : false

/** Where it was erased by law, an event comes with `data: null`; the contract's own type is from before that. */
type AsSent<Event> = Event extends { data: infer Data } ? Omit<Event, 'data'> & { data: Data | null } : never

const isSame: true[] = [
  true satisfies Same<sdk.AppealSummary, contract.AppealSummary>,
  true satisfies Same<sdk.AppealDetail, contract.AppealDetail>,
  true satisfies Same<sdk.Annotation, contract.Annotation>,
  true satisfies Same<sdk.NewAnnotation, contract.NewAnnotation>,
  true satisfies Same<sdk.Document, contract.Document>,
  true satisfies Same<sdk.DocumentSummary, contract.DocumentSummary>,
  true satisfies Same<sdk.DocumentOrder, contract.DocumentOrder>,
  true satisfies Same<sdk.Tag, contract.Tag>,
  true satisfies Same<sdk.ReadState, contract.ReadState>,
  true satisfies Same<sdk.SearchResult, contract.SearchResult>,
  true satisfies Same<sdk.Case, contract.Case>,
  true satisfies Same<sdk.CaseState, contract.CaseState>,
  true satisfies Same<sdk.Tokens, contract.Tokens>,
  true satisfies Same<sdk.Credentials, Static<typeof contract.Credentials>>,
  true satisfies Same<sdk.PorticoEvent, AsSent<contract.PorticoEvent>>,
]

const taggedText = (event: sdk.PorticoEvent): string | undefined =>
  event.type === 'document.tagged' ? event.data?.text : undefined

describe('types', () => {
  it('are generated from the contract as it stands', async () => {
    assert.equal(await readFile(sdkTypesFile, 'utf8'), sdkTypes(), 'run `npm run generate`')
  })

  it('are the same as those of the contract, and an event is narrowed by its type', () => {
    assert.ok(isSame.every(Boolean))
    assert.equal(taggedText({ type: 'document.tagged', data: { text: 'x' } } as sdk.PorticoEvent), 'x')
  })
})
