import { PersonName } from '../appeals.ts'
import { CalendarDate } from '../text.ts'
import Type from '../type.ts'
import { externalId, happened, source, strict, why } from './fields.ts'
import { definePort } from './kit.ts'

const status = Type.String({
  description: "The state in the other system's words, by the table of the binding; else ours",
  examples: ['drafting'],
})

/** A case as a system of record knows it: identifiers and state, nothing of the evidence. */
export const AnnouncedCase = Type.Object({
  caseId: Type.String(),
  docketNumber: Type.String(),
  caseType: Type.String(),
  aliases: Type.Array(Type.Object({ source, externalId })),
})
const announced = {
  case: AnnouncedCase,
  status,
  at: happened,
  sequence: Type.Integer({ description: 'Order within the case: a lower one never overrides a higher one' }),
}

const upstream = {
  source,
  externalId,
  at: happened,
}

export const caseStatus = definePort({
  name: 'case-status',
  title: 'Case & status',
  does: 'Takes new cases and their status from a system of record, and announces state there.',
  spec: 1,
  many: true,
  settings: Type.Object({
    sources: Type.Optional(
      Type.Array(source, {
        uniqueItems: true,
        description: 'The systems whose identifiers the binding may use. Without one it announces only',
      }),
    ),
    statuses: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 200 }), {
        description: 'What the other system calls a status of the profile',
        examples: [{ drafting: 'IN PROGRESS' }],
      }),
    ),
    caseTypes: Type.Optional(
      Type.Record(Type.String({ minLength: 1 }), Type.String(), {
        description: 'The case type of the profile, by the word that the other system has for it',
        examples: [{ ORIG: 'appeal' }],
      }),
    ),
    announcesImported: Type.Optional(Type.Boolean({ description: 'Also announces what a bulk load brings' })),
  }),
  supports: {
    registration: 'Registers new cases upstream, and answers with the identifier they have there.',
    upstream: 'Hands over new cases, status changes and retractions.',
  },
  calls: {
    announceCreated: {
      mode: 'do',
      does: 'A case was created. One that has an alias of the other side already is not registered again.',
      input: Type.Object(announced),
      output: Type.Object({
        registered: Type.Optional(
          Type.Object({ source, externalId }, { description: 'With `registration`: its identifier there' }),
        ),
      }),
    },
    announceTransition: {
      mode: 'do',
      does: 'The state of a case changed.',
      input: Type.Object({
        ...announced,
        from: Type.Optional(Type.String({ description: 'The status before, in our words' })),
        to: Type.String({ description: 'The status since then, in our words', examples: ['drafting'] }),
      }),
      output: Type.Object({}),
    },
    announceClosure: {
      mode: 'do',
      does: 'A case was closed.',
      input: Type.Object({
        ...announced,
        outcome: Type.Optional(
          Type.String({ description: 'The identifier of the signed work product, if a decision closed it' }),
        ),
        why: Type.Optional(
          Type.String({ description: 'The reason, a word of the profile', examples: ['withdrawn'] }),
        ),
      }),
      output: Type.Object({}),
    },
  },
  hears: {
    'case.opened': 'announceCreated',
    'case.stateChanged': 'announceTransition',
    'case.closed': 'announceClosure',
  },
  tells: {
    caseSubmitted: {
      does: 'A new case to be docketed.',
      needs: 'upstream',
      fact: Type.Object(
        {
          ...upstream,
          caseType: Type.String({ minLength: 1, maxLength: 100 }),
          veteran: PersonName,
          receiptDate: CalendarDate,
          docketNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          externalStatus: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        },
        strict,
      ),
    },
    statusChanged: {
      does: 'The type or the status of a case changed upstream.',
      needs: 'upstream',
      fact: Type.Object(
        {
          ...upstream,
          externalStatus: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          caseType: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          why: Type.Optional(why),
        },
        { ...strict, anyOf: [{ required: ['externalStatus'] }, { required: ['caseType'] }] },
      ),
    },
    retracted: {
      does: 'The case was withdrawn upstream. The workflow decides whether it is closed or paused.',
      needs: 'upstream',
      fact: Type.Object({ ...upstream, why }, strict),
    },
  },
})
