import { PersonName } from '../appeals.ts'
import { contact, partyId } from '../parties.ts'
import { CalendarDate, Timestamp } from '../text.ts'
import Type from '../type.ts'
import { CaseRef, happened, Identifier, source, strict, why } from './fields.ts'
import { definePort } from './kit.ts'

const name = Type.String({ minLength: 1, maxLength: 500 })
const birthDate = Type.Optional(CalendarDate)

export const CanonicalPerson = Type.Object(
  { ...PersonName.properties, birthDate, deathDate: Type.Optional(CalendarDate) },
  { ...strict, description: 'The legal name, and the dates that the directory knows' },
)

export const Representation = Type.Object(
  {
    representative: Type.Object({ identifier: Identifier, name }, strict),
    powerOfAttorney: Type.Object(
      {
        start: CalendarDate,
        end: Type.Optional({ ...CalendarDate, description: 'The last day of the power of attorney' }),
        scope: Type.Optional(Type.String({ minLength: 1, maxLength: 500, examples: ['all matters'] })),
      },
      strict,
    ),
  },
  {
    ...strict,
    description:
      'Who represents the party, and under which power of attorney; once said, it is revoked where it is left out',
  },
)

/** A party as the directory of record has it. */
export const CanonicalRecord = Type.Object(
  {
    identifiers: Type.Array(Identifier, { minItems: 1, maxItems: 20 }),
    person: Type.Optional(CanonicalPerson),
    organization: Type.Optional(name),
    contact: Type.Optional({
      ...contact,
      description: 'All contact details, the current address first; left out, nothing is said of them',
    }),
    representation: Type.Optional(Representation),
    asOf: {
      ...Timestamp,
      description: 'When the directory last changed it: an older record never replaces it',
    },
  },
  { ...strict, description: 'A person or an organization, as the directory of record has it' },
)

const sought = {
  identifiers: Type.Optional(Type.Array(Identifier, { maxItems: 20 })),
  name: Type.Optional(
    Type.Object(
      { firstName: Type.Optional(Type.String()), lastName: Type.String(), birthDate },
      { description: 'With `nameSearch`: for a party whose identifier is not known' },
    ),
  ),
  organization: Type.Optional(Type.String()),
}

const reported = { identifier: Identifier, at: happened }

export const partyIdentity = definePort({
  name: 'party-identity',
  title: 'Party & identity',
  does: 'Resolves parties, representatives and powers of attorney against a directory of record, and keeps them current.',
  spec: 1,
  many: false,
  settings: Type.Object({
    sources: Type.Optional(
      Type.Array(source, {
        uniqueItems: true,
        description: 'The systems whose identifiers the binding may use. Without one it is asked nothing',
      }),
    ),
    clearance: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description:
          'Up to which sensitivity the directory is asked about cases, changes them and is told what was edited; left out, it is told of ordinary cases only, and the rest holds for all',
      }),
    ),
  }),
  supports: {
    nameSearch: 'Finds a party by name and date of birth.',
    writeBack: 'Accepts contact details that were edited on a case.',
    changes: 'Reports changes of parties and of their representation.',
  },
  calls: {
    lookUp: {
      mode: 'ask',
      does: 'Looks up a party by external identifier, or by name and date of birth. Nobody found is an empty list.',
      input: Type.Object(sought),
      output: Type.Object({ records: Type.Array(CanonicalRecord, { maxItems: 50 }) }),
    },
    resolve: {
      mode: 'do',
      does: 'A party with an identifier was added to a case. Answers with the canonical record, if the directory has one.',
      input: Type.Object({ case: CaseRef, partyId, ...sought }),
      output: Type.Object({ record: Type.Optional(CanonicalRecord) }),
    },
    writeBack: {
      mode: 'do',
      does: 'A contact detail was edited on a case. Writes it to the directory, unless the directory has changed since the editor saw it: then it is refused.',
      needs: 'writeBack',
      input: Type.Object({
        case: CaseRef,
        partyId,
        identifier: Identifier,
        contact,
        at: { ...Timestamp, description: 'When it was edited' },
        since: Type.Optional({ ...Timestamp, description: 'The `asOf` of the record that the editor saw' }),
      }),
      output: Type.Object({ asOf: Type.Optional(Timestamp) }),
    },
  },
  hears: {
    'party.recorded': 'resolve',
    'party.contactChanged': 'writeBack',
  },
  tells: {
    partyChanged: {
      does: 'The directory changed a party. The change goes to every case that the party appears on.',
      needs: 'changes',
      fact: Type.Object({ ...reported, record: CanonicalRecord }, strict),
    },
    representationChanged: {
      does: 'A representative was reassigned, or a power of attorney revoked. It goes to every affected case.',
      needs: 'changes',
      fact: Type.Object(
        {
          ...reported,
          change: Type.Union([Type.Literal('reassigned'), Type.Literal('revoked')]),
          representation: Type.Optional({
            ...Representation,
            description: 'The new one, if it was reassigned',
          }),
          why: Type.Optional(why),
        },
        strict,
      ),
    },
  },
})
