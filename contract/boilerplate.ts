import { limit, next } from './paging.ts'
import { BoilerplateBlock, BoilerplateEntry, BoilerplateField, fieldValues } from './profile/boilerplate.ts'
import { Name } from './profile/text.ts'
import { ProfileChange } from './profile-versions.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'
import { ofProduct, workProductStatuses } from './work-products.ts'

const entryId = { ...Name, description: 'The name of the entry', examples: ['remandOrder'] }
const version = Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] })
const issueId = nonEmpty(100, { description: 'The issue of whose section it is' })
const index = Type.Integer({ minimum: 0 })

const { name: _, ...shared } = BoilerplateEntry.properties

export const FoundBoilerplate = Type.Object({
  entryId,
  version: shared.version,
  label: shared.label,
  place: shared.place,
  issueTypes: shared.issueTypes,
  dispositions: shared.dispositions,
  source: shared.source,
  fields: Type.Array(BoilerplateField),
  snippet: Type.String({ description: 'Of its text, around the words' }),
  matches: Type.Array(Type.Object({ start: index, end: index }), {
    description: 'Where the words stand in the snippet, in UTF-16 code units',
  }),
})
export type FoundBoilerplate = Static<typeof FoundBoilerplate>

export const BoilerplatePage = Type.Object({
  entries: Type.Array(FoundBoilerplate, { description: 'The most fitting first' }),
  count: Type.Integer({ minimum: 0, description: 'How many there are on all pages' }),
  next,
})

export const OfferedBoilerplate = Type.Object({
  ...FoundBoilerplate.properties,
  values: { ...fieldValues, description: 'What its fields default to on this case' },
})
export type OfferedBoilerplate = Static<typeof OfferedBoilerplate>

export const OfferedBoilerplatePage = Type.Object({
  entries: Type.Array(OfferedBoilerplate, { description: 'The most fitting first' }),
  next,
})

const searching = {
  q: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Words as in the search of a case; the last one may be a beginning',
      examples: ['remand'],
    }),
  ),
  place: Type.Optional(oneOf(['opening', 'issue', 'closing'])),
  after: Type.Optional({ ...Name, description: 'The `next` of the previous page' }),
  limit: limit(200, 20),
}

const SearchQuery = Type.Object({
  ...searching,
  issueType: Type.Optional({ ...Name, description: 'Only entries that are offered for it' }),
  disposition: Type.Optional({ ...Name, description: 'Only entries that are offered for it' }),
})

const OfferQuery = Type.Object({
  ...searching,
  issueId: Type.Optional({
    ...issueId,
    description: 'Only entries that are offered for this issue as it is decided now',
  }),
})

export const BoilerplateDetail = Type.Object({
  entry: BoilerplateEntry,
  inForce: Type.Union([version, Type.Null()], {
    description: 'The version in the library; null if it is not in it any more',
  }),
  versions: Type.Array(Type.Object({ version, since: Timestamp }), { description: 'Newest first' }),
})

export const ComparedWords = Type.Object({
  kind: oneOf(['same', 'added', 'removed']),
  text: Type.String(),
})
export type ComparedWords = Static<typeof ComparedWords>

const compared = {
  words: Type.Array(ComparedWords, {
    description: 'The text of both, word by word; without what is the same, it is one of them',
  }),
  changes: Type.Array(ProfileChange, {
    description: 'What else has changed, such as fields and conditions',
    examples: [[]],
  }),
}

export const BoilerplateChanges = Type.Object({ from: version, to: version, ...compared })
export type BoilerplateChanges = Static<typeof BoilerplateChanges>

export const TryBoilerplate = Type.Object(
  {
    entryId: Type.Optional(entryId),
    version: Type.Optional({ ...version, description: 'Defaults to the one in force' }),
    entry: Type.Optional({ ...BoilerplateEntry, description: 'Instead: one that is not saved yet' }),
    issueId: Type.Optional(issueId),
    values: Type.Optional(fieldValues),
  },
  { ...strict, examples: [{ entryId: 'introduction' }] },
)
export type TryBoilerplate = Static<typeof TryBoilerplate>

const outcome = {
  holds: Type.Boolean(),
  fault: Type.Optional(Type.String({ description: 'Why it cannot be told; it does not hold then' })),
}

export const TriedBoilerplate = Type.Object({
  entryId,
  version: shared.version,
  values: { ...fieldValues, description: 'The values of its fields, with what they default to' },
  blocks: Type.Array(
    Type.Object({
      when: BoilerplateBlock.properties.when,
      ...outcome,
      paragraphs: Type.Array(Type.String(), {
        description: 'Its text, filled in; empty where it does not hold',
      }),
    }),
    { description: 'One for each block of the entry; without `when`, it always holds' },
  ),
  offered: Type.Optional(
    Type.Object(outcome, { description: 'Whether it is offered here, where the entry says when' }),
  ),
  unfilled: Type.Array(Type.String(), { description: 'Fields of the record that a decision cannot fill' }),
  missing: Type.Array(Type.String(), { description: 'Labels of its own fields that have no value' }),
})
export type TriedBoilerplate = Static<typeof TriedBoilerplate>

export const UntriedCondition = Type.Object({
  entryId,
  version: shared.version,
  place: Type.String({ description: 'Where in the entry it stands', examples: ['blocks[1].when'] }),
  condition: Type.String(),
  missing: Type.Array(oneOf(['true', 'false']), {
    description: 'What it was in no trial yet',
  }),
})
export type UntriedCondition = Static<typeof UntriedCondition>

export const UntriedConditions = Type.Object({
  conditions: Type.Array(UntriedCondition, { description: 'In the order of the library' }),
  count: Type.Integer({ minimum: 0, description: 'How many there are on all pages' }),
  of: Type.Integer({ minimum: 0, description: 'How many conditions the library has' }),
  next,
})

export const BoilerplateUse = Type.Object({
  caseId: Type.String(),
  docketNumber: Type.String(),
  workProductId: Type.String(),
  status: oneOf(workProductStatuses),
  saved: Timestamp,
  signed: Type.Optional(Timestamp),
  versions: Type.Array(
    Type.Object({
      version,
      count: Type.Integer({ minimum: 1, description: 'How often it stands in the text' }),
      edited: Type.Integer({ minimum: 0, description: 'How often its author has edited it' }),
    }),
  ),
})
export type BoilerplateUse = Static<typeof BoilerplateUse>

export const BoilerplateUses = Type.Object({
  uses: Type.Array(BoilerplateUse, { description: 'Texts as of their last version, newest first' }),
  next,
})

export const DraftBoilerplate = Type.Object({
  blockId: Type.String(),
  issueId: Type.Optional(Type.String({ description: 'In the section of this issue' })),
  entryId: Type.String(),
  version: { ...version, description: 'The version that the text has' },
  inForce: Type.Union([version, Type.Null()], {
    description: 'The version in the library; null if it is not in it any more',
  }),
  isEdited: Type.Boolean(),
  update: Type.Optional(
    Type.Object(
      {
        ...compared,
        faults: Type.Array(Type.String(), { description: 'Values that the newer one does not take' }),
      },
      {
        description:
          'What has changed since it was taken. Nothing changes by itself: replace the block to take the newer version',
      },
    ),
  ),
})
export type DraftBoilerplate = Static<typeof DraftBoilerplate>

export const DraftBoilerplateList = Type.Object({
  boilerplate: Type.Array(DraftBoilerplate, { description: 'In the order of the text' }),
})

const ofEntry = Type.Object({ entryId: Type.String({ description: 'The name of the entry' }) })

export const tag = 'Drafts'

const writers = ['readDeliberations', 'changeProfile'] as const

export const routes = {
  searchBoilerplate: {
    method: 'GET',
    path: '/boilerplate',
    audience: 'deliberation',
    needs: writers,
    summary: 'Search the boilerplate of the profile by words, issue type and disposition',
    query: SearchQuery,
    answers: { 200: json('The entries', BoilerplatePage) },
    sdk: {
      call: 'client.boilerplate.search',
      about:
        'Search the boilerplate of the profile by words, issue type, disposition and place: the most fitting first.',
      example: sample`
        for await (const { entryId, label, snippet } of client.boilerplate.search({ q: 'duty to assist' })) {
          console.log(entryId, label, snippet)
        }
      `,
    },
  },
  getBoilerplate: {
    method: 'GET',
    path: '/boilerplate/{entryId}',
    audience: 'deliberation',
    needs: writers,
    summary: 'Get an entry of the boilerplate, in force or in an earlier version',
    params: ofEntry,
    query: Type.Object({
      version: Type.Optional({ ...version, description: 'Defaults to the newest' }),
    }),
    answers: { 200: json('The entry and its versions', BoilerplateDetail) },
    servedBy: { call: ['boilerplate.find', 'entryId', 'query.version'] },
    sdk: {
      call: 'client.boilerplate.get',
      about: 'Get an entry, in force or in an earlier version.',
      example: sample`
        const { entry, inForce } = await client.boilerplate.get('appealRights')
        console.log(entry.version, inForce, entry.blocks?.map(({ when }) => when))
      `,
    },
  },
  getBoilerplateChanges: {
    method: 'GET',
    path: '/boilerplate/{entryId}/changes',
    audience: 'deliberation',
    needs: writers,
    summary: 'Compare two versions of an entry',
    params: ofEntry,
    query: Type.Object({
      from: version,
      to: Type.Optional({ ...version, description: 'Defaults to the newest' }),
    }),
    answers: { 200: json('The changes', BoilerplateChanges) },
    servedBy: { call: ['boilerplate.changes', 'entryId', 'query.from', 'query.to'] },
    sdk: {
      call: 'client.boilerplate.changes',
      about: 'Compare two versions of an entry, its text word by word.',
      example: sample`
        const { words, changes } = await client.boilerplate.changes('introduction', { from: 1 })
        console.log(words.filter(({ kind }) => kind !== 'same'), changes)
      `,
    },
  },
  listBoilerplateUses: {
    method: 'GET',
    path: '/boilerplate/{entryId}/uses',
    audience: 'deliberation',
    needs: 'readDeliberations',
    summary: 'List the drafts and decisions that use an entry',
    description:
      'Only those of cases that you may read, and each as of its last version: what was typed since is not looked at.',
    params: ofEntry,
    query: Type.Object({
      version: Type.Optional(version),
      after: Type.Optional(
        Type.String({
          pattern: '^\\d{13}_at_\\w{1,80}$',
          description: 'The `next` of the previous page',
          examples: ['1767268800000_at_product_01m7ak53ebacywqy26ewasyzvw'],
        }),
      ),
      limit: limit(200, 50),
    }),
    answers: { 200: json('The uses', BoilerplateUses) },
    sdk: {
      call: 'client.boilerplate.uses',
      about: 'List the drafts and decisions that use an entry, of the cases that you may read.',
      example: sample`
        for await (const { caseId, status, versions } of client.boilerplate.uses('introduction')) {
          console.log(caseId, status, versions)
        }
      `,
    },
  },
  listUntriedConditions: {
    method: 'GET',
    path: '/boilerplate-conditions/untried',
    audience: 'deliberation',
    needs: writers,
    summary: 'List the conditions of boilerplate that no trial has seen both hold and not hold',
    query: Type.Object({
      entryId: Type.Optional(entryId),
      after: Type.Optional(index),
      limit: limit(1000, 200),
    }),
    answers: { 200: json('The conditions', UntriedConditions) },
    servedBy: { call: ['boilerplate.untried', 'query'] },
    sdk: {
      call: 'client.boilerplate.untried',
      about: 'List the conditions that no trial has seen both hold and not hold.',
      example: sample`
        for await (const { entryId, place, condition, missing } of client.boilerplate.untried()) {
          console.log(entryId, place, condition, missing)
        }
      `,
    },
  },
  offerBoilerplate: {
    method: 'GET',
    path: '/cases/{id}/boilerplate',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'case' },
    summary: 'Search the boilerplate that is offered on a case',
    description: 'Leaves out entries whose `offeredWhen` does not hold here.',
    params: ofCase,
    query: OfferQuery,
    answers: { 200: json('The entries', OfferedBoilerplatePage) },
    sdk: {
      call: 'client.boilerplate.offers',
      about: 'Search the boilerplate that is offered on a case, with what its fields would begin with there.',
      example: sample`
        const { entries } = await client.boilerplate.offers(caseId, { issueId, place: 'issue' }).page()
        for (const { entryId, version, values } of entries) console.log(entryId, version, values)
      `,
    },
  },
  tryBoilerplate: {
    method: 'POST',
    path: '/cases/{id}/boilerplate/trial',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'case' },
    summary: 'Try an entry on a case: what it prints, and which of its conditions hold',
    description:
      'Changes nothing on the case. The service remembers which conditions a trial has seen hold and not hold; that of an entry that is not saved is not remembered.',
    params: ofCase,
    body: TryBoilerplate,
    answers: { 200: json('What it prints', TriedBoilerplate) },
    servedBy: { call: ['boilerplate.try', 'id', 'body', 'signature'] },
    sdk: {
      call: 'client.boilerplate.try',
      takes: ['asked'],
      about:
        'Try an entry on a case, also one that is not saved yet: what it prints, and which of its conditions hold.',
      example: sample`
        const { blocks, missing } = await client.boilerplate.try(caseId, { entryId: 'remandOrder', issueId })
        for (const { when, holds, paragraphs } of blocks) console.log(when, holds, paragraphs)
        console.log(missing)
      `,
    },
  },
  listDraftBoilerplate: {
    method: 'GET',
    path: '/cases/{id}/work-products/{productId}/boilerplate',
    audience: 'deliberation',
    needs: 'readDeliberations',
    trace: { view: 'workProduct' },
    summary: 'List the boilerplate of a text, with what has changed in the library since it was taken',
    params: ofProduct,
    answers: { 200: json('The boilerplate of the text', DraftBoilerplateList) },
    servedBy: { call: ['boilerplate.inDraft', 'target', 'now'] },
    sdk: {
      call: 'client.boilerplate.inText',
      about: 'List the boilerplate of a text, with what the library has changed since it was taken.',
      example: sample`
        for (const { entryId, version, update } of await client.boilerplate.inText(caseId, workProductId)) {
          if (update) console.log(entryId, version, update.words)
        }
      `,
    },
  },
} as const satisfies Record<string, Row>
