import { nonEmpty, oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Label, Name, names, Sentence, Template, Word } from './text.ts'

export const fieldTypes = ['text', 'number', 'date', 'money', 'choice', 'person', 'yesNo'] as const
export type FieldType = (typeof fieldTypes)[number]

/** The facts of a case that a field may be by default. */
export const fieldSources = [
  'claimant.name',
  'representative.name',
  'case.docketNumber',
  'case.type',
  'case.receiptDate',
  'issue.title',
  'issue.scope',
  'issue.disposition',
  'issue.number',
  'claimant',
  'representative',
  'today',
] as const
export type FieldSource = (typeof fieldSources)[number]

export const BoilerplateField = Type.Object(
  {
    name: { ...Name, description: 'Templates name it `{{ fields.name }}`, conditions `fields.name`' },
    label: Label,
    type: oneOf(fieldTypes, {
      description:
        '`date`: `YYYY-MM-DD`; `money`: an amount such as `1200.50`; `choice`: the name of one of `choices`; `person`: the ID of a party of the case; `yesNo`: true or false',
    }),
    isRequired: Type.Optional(
      Type.Boolean({ description: 'The text cannot be signed while the field has no value' }),
    ),
    default: Type.Optional(
      oneOf(fieldSources, { description: 'The fact of the case that it is while the author gives none' }),
    ),
    choices: Type.Optional(
      Type.Array(Word, { minItems: 1, maxItems: 100, description: 'Only, and always, of a choice' }),
    ),
    decimals: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 6, description: 'Only of a number; defaults to whole numbers' }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description: 'Only of money; defaults to USD',
        examples: ['USD'],
      }),
    ),
  },
  strict,
)
export type BoilerplateField = Static<typeof BoilerplateField>

export const Condition = Type.String({
  minLength: 1,
  maxLength: 1000,
  description: 'A condition in CEL, over `case`, `claimant`, `today`, `issues`, `fields`, and `issue`',
  examples: ["issue.disposition == 'remanded'"],
})

export const BoilerplateBlock = Type.Object(
  {
    when: Type.Optional({ ...Condition, description: 'Printed only where this holds, in CEL; else always' }),
    text: Template,
  },
  strict,
)
export type BoilerplateBlock = Static<typeof BoilerplateBlock>

export const BoilerplateEntry = Type.Object(
  {
    name: Name,
    version: Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        'What has been in force keeps its version; changing text, fields or conditions requires a new version',
    }),
    label: Label,
    place: oneOf(['opening', 'issue', 'closing', 'anywhere'], {
      description: 'Where in a work product it is offered',
    }),
    issueTypes: names('Issue types it is offered for; empty for all'),
    dispositions: names('Dispositions it is offered for; empty for all'),
    body: Type.Optional({ ...Template, description: 'The text, where it has no `blocks`' }),
    blocks: Type.Optional(
      Type.Array(BoilerplateBlock, {
        minItems: 1,
        maxItems: 50,
        description: 'Instead of `body`: its text in parts, each with its condition',
      }),
    ),
    fields: Type.Optional(
      Type.Array(BoilerplateField, { maxItems: 50, description: 'What its author fills in' }),
    ),
    offeredWhen: Type.Optional({
      ...Condition,
      description: 'Offered on a case only where this holds, in CEL; it knows no `fields`',
    }),
    mayBeEmpty: Type.Optional(Type.Boolean({ description: 'No warning where none of its conditions holds' })),
    source: Type.Optional({ ...Sentence, description: 'The law it restates' }),
  },
  strict,
)
export type BoilerplateEntry = Static<typeof BoilerplateEntry>

/** What an author has filled in, by the name of the field. */
export const fieldValues = Type.Record(
  Type.String(),
  Type.Union([nonEmpty(5000), Type.Number(), Type.Boolean()]),
  {
    maxProperties: 50,
    description: 'The values of its fields, by name; a field left out has its default',
    examples: [{ reason: 'inadequateExamination' }],
  },
)
export type FieldValues = Static<typeof fieldValues>
