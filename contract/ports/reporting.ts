import { envelope } from '../envelope.ts'
import { Timestamp } from '../text.ts'
import Type from '../type.ts'
import { happened, id, strict } from './fields.ts'
import { definePort } from './kit.ts'

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const cell = Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean(), Type.Null()])
const position = Type.Integer({ minimum: 0, description: 'A position among all events' })

export const ReportedState = Type.Object({
  caseId: id,
  docketNumber: Type.String(),
  caseType: Type.String(),
  status: Type.String(),
  assignee: Type.Optional(Type.String()),
  step: Type.Optional(Type.String()),
  enteredStepAt: Type.Optional(Timestamp),
  elements: Type.Record(Type.String(), cell, {
    description: 'The data elements that the operation categorizes by, under the names of `takeElements`',
  }),
  version: Type.Integer({ minimum: 1 }),
})

export const reporting = definePort({
  name: 'reporting',
  title: 'Reporting',
  does: 'Feeds the event history and live state to a reporting tool, and shows its reports in the workspace.',
  spec: 1,
  many: true,
  settings: Type.Object({
    clearance: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'Up to which sensitivity cases are handed out; left out, ordinary cases only',
      }),
    ),
  }),
  supports: {
    states: 'Is handed the current state of cases. Without it, the tool reads them from the API.',
    events: 'Is handed the event stream. Without it, the tool reads it from the API.',
    elements: 'Is handed the data elements that cases are categorized by.',
    dashboards: 'Pushes saved reports back as dashboards.',
  },
  calls: {
    schedule: {
      mode: 'ask',
      does: 'When the tool wants to be handed what is new, and after which position.',
      input: Type.Object({}),
      output: Type.Object({
        nextAt: Type.Optional({ ...Timestamp, description: 'Without it, the tool reads for itself' }),
        after: Type.Optional({ ...position, description: 'The last event that the tool has' }),
      }),
    },
    takeStates: {
      mode: 'do',
      does: 'The current state of cases, as of one position.',
      needs: 'states',
      input: Type.Object({ asOf: position, cases: Type.Array(ReportedState, { maxItems: 1000 }) }),
      output: Type.Object({}),
    },
    takeEvents: {
      mode: 'do',
      does: 'A run of events, in order and without gaps. An event that the tool has already changes nothing.',
      needs: 'events',
      input: Type.Object({
        after: { ...position, description: 'The position before the first of them' },
        events: Type.Array(Type.Object({ ...envelope, type: Type.String(), data: Type.Unknown() }), {
          maxItems: 1000,
        }),
      }),
      output: Type.Object({}),
    },
    takeElements: {
      mode: 'do',
      does: 'The data elements that the operation categorizes by, so that dimensions match what people see.',
      needs: 'elements',
      input: Type.Object({
        elements: Type.Array(
          Type.Object({
            name: Type.String({ examples: ['caseType'] }),
            label: Type.String(),
            values: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
          }),
        ),
      }),
      output: Type.Object({}),
    },
  },
  hears: {},
  tells: {
    dashboardSaved: {
      does: 'A saved report was pushed. It becomes a dashboard, shown to the roles that an administrator allows.',
      needs: 'dashboards',
      fact: Type.Object(
        {
          dashboardId: { ...id, description: 'Pushed again under the same id, it replaces the dashboard' },
          title: text(300),
          roles: Type.Array(text(100), { maxItems: 50, description: 'The roles it is suggested for' }),
          spec: Type.Record(Type.String(), Type.Unknown(), {
            description:
              'A Vega-Lite specification of at most 256 kB. Its data is named: `{"name": "throughput"}` is the report of that name, fetched as whoever looks at it. Whatever fetches, links, computes expressions or draws images is refused with its path, and so is every field that is not known',
          }),
          at: happened,
        },
        strict,
      ),
    },
  },
})
