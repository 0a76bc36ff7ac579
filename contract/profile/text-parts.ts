import { nonEmpty, oneOf, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Label, listOf, Name, names } from './text.ts'

const answered = (what: string) =>
  Type.Optional(oneOf(['refused', 'warned'], { description: `${what}; left out, nothing happens` }))

export const Part = Type.Object(
  {
    name: Name,
    label: {
      ...Label,
      description: 'What one block of it is called, within a sentence',
      examples: ['finding of fact'],
    },
    place: oneOf(['collected', 'order', 'inPlace'], {
      description:
        'Where its blocks are printed: under one heading before the reasons, across issues; under the order of their issue; or where they stand in the reasons',
    }),
    heading: Type.Optional({
      ...Label,
      description:
        'Stands above them: needed where they are collected; above each run of them where they stand in place',
      examples: ['Findings of fact'],
    }),
    headingOfOne: Type.Optional({
      ...Label,
      description: 'The heading if there is only one of them',
      examples: ['Finding of fact'],
    }),
    isNumbered: Type.Optional(
      Type.Boolean({
        description:
          'Numbered through the decision where they are collected, otherwise through their issue. Headings have no number, and a single one that is collected has none',
      }),
    ),
    withoutEvidence: answered('What happens on signing if a block of it cites no evidence'),
    withoutAuthority: answered('What happens on signing if no authority is recognised in a block of it'),
    missing: answered('What happens on signing if the section of an issue has none of it'),
    dispositions: Type.Optional(
      names('The dispositions whose issues need it, if `missing` is set; left out, all do'),
    ),
  },
  strict,
)
export type Part = Static<typeof Part>

export const TextHeadings = Type.Object(
  {
    issues: Type.Optional(Label),
    order: Type.Optional(Label),
    sentBack: Type.Optional({
      ...Label,
      description: 'Above the orders of issues that are sent back; left out, these stand among the others',
      examples: ['Remanded'],
    }),
    reasons: Type.Optional(Label),
  },
  {
    ...strict,
    description: 'The headings of a decision whose text has parts. One without keeps the usual ones',
  },
)

export const AuthorityPattern = nonEmpty(200, {
  description:
    'Words and placeholders: `{number}`, `{section}` (one or a list), `{name}`, `{pages}`, `{court}`, `{year}`. What stands in [brackets] may be there and is not listed. Dots, spaces, commas and § are recognised however they are written',
  examples: ['{number} U.S.C.[A.] § {section}'],
})

export const Authorities = Type.Object(
  {
    groups: listOf(
      Type.Object(
        {
          name: Name,
          label: Label,
          patterns: Type.Array(AuthorityPattern, { minItems: 1, maxItems: 50, uniqueItems: true }),
        },
        strict,
      ),
      'Kinds of authorities, in the order in which they are listed',
      20,
    ),
    isPrinted: Type.Boolean({ description: 'Whether a decision prints a table of its authorities' }),
    heading: Type.Optional({ ...Label, description: 'Above that table; defaults to Authorities' }),
  },
  { ...strict, description: 'How statutes, regulations, precedents and the like are recognised in the text' },
)
export type Authorities = Static<typeof Authorities>

export const textSections = {
  parts: Type.Optional(
    listOf(
      Part,
      'What a block in the section of an issue may be, in the order in which collected parts are printed',
      50,
    ),
  ),
  withoutParts: Type.Optional(
    oneOf(['checked', 'accepted'], {
      description:
        'Whether a section in which no block has a part is checked for missing parts; defaults to checked',
    }),
  ),
  headings: Type.Optional(TextHeadings),
  authorities: Type.Optional(Authorities),
}
