import { PersonName } from '../appeals.ts'
import { CalendarDate, Timestamp } from '../text.ts'
import Type from '../type.ts'
import { externalId, source, strict, why } from './fields.ts'
import { definePort } from './kit.ts'

const status = Type.String({
  description: "The state in the other system's words, by the table of the binding; else ours",
  examples: ['drafting'],
})

/** A case as a system of record knows it: identifiers and state, nothing of the evidence. */
const AnnouncedCase = Type.Object({
  caseId: Type.String(),
  docketNumber: Type.String(),
  caseType: Type.String(),
  aliases: Type.Array(Type.Object({ source, externalId })),
})
const announced = {
  case: AnnouncedCase,
  status,
  at: Timestamp,
  sequence: Type.Integer({ description: 'Order within the case: a lower one never overrides a higher one' }),
}

const upstream = {
  source,
  externalId,
  at: Timestamp,
}

export const caseStatus = definePort({
  name: 'case-status',
  title: 'Case & status',
  does: 'Takes new cases and their status from a system of record, and announces state there.',
  spec: 1,
  many: true,
  supports: {
    registration: 'Registers new cases upstream, and answers with the identifier they have there.',
    upstream: 'Hands over new cases, status changes and retractions.',
  },
  calls: {
    announceCreated: {
      mode: 'do',
      does: 'A case was created.',
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
      input: Type.Object({ ...announced, from: Type.Optional(Type.String()), to: Type.String() }),
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
        why: Type.Optional(Type.String()),
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
        strict,
      ),
    },
    retracted: {
      does: 'The case was withdrawn upstream. The workflow decides whether it is closed or paused.',
      needs: 'upstream',
      fact: Type.Object({ ...upstream, why }, strict),
    },
  },
})
