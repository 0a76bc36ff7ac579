import { Anchor } from '../anchors.ts'
import { issueDecision } from '../issues.ts'
import { BoilerplateEntry } from '../profile/boilerplate.ts'
import { CalendarDate, Timestamp } from '../text.ts'
import Type from '../type.ts'
import { NewWorkProductContent, WorkProductContent } from '../work-products.ts'
import { CaseRef, happened, id, strict } from './fields.ts'
import { definePort } from './kit.ts'

const version = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const title = Type.String({ minLength: 1, maxLength: 300 })
const author = Type.Object(
  { id, username: Type.String({ minLength: 1, maxLength: 200 }) },
  { ...strict, description: 'The member who writes' },
)
const url = Type.String({ minLength: 1, maxLength: 2000, examples: ['https://editor.example/d/7f3a'] })

const EvidenceDocument = Type.Object({
  documentId: id,
  version,
  name: Type.String(),
  receiptDate: CalendarDate,
  startPage: Type.Integer({ minimum: 1, description: 'A page of the case; citations name it' }),
  endPage: Type.Integer({ minimum: 1 }),
  annotations: Type.Array(
    Type.Object({
      annotationId: id,
      page: Type.Integer({ minimum: 1 }),
      comment: Type.Optional(Type.String()),
      quote: Type.Optional(Type.String()),
    }),
    { description: 'Those that the author may see' },
  ),
})

const Issue = Type.Object({
  issueId: id,
  issueType: Type.String(),
  scope: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  disposition: Type.Optional(Type.String()),
  evidence: Type.Array(Anchor),
})

const draft = { workProductId: id, version, title }

export const authoring = definePort({
  name: 'authoring',
  title: 'Authoring',
  does: 'Has work product composed in another editor, which is given evidence, issues and boilerplate.',
  spec: 1,
  many: false,
  supports: {
    links: 'Has a page for the author to open.',
    boilerplate: 'Keeps a copy of the boilerplate library.',
  },
  calls: {
    openEditor: {
      mode: 'do',
      does: 'A case was assigned for drafting. Opens the editor with the evidence and the issues loaded.',
      input: Type.Object({
        case: CaseRef,
        author,
        draft: Type.Object({ ...draft, content: WorkProductContent }),
        documents: Type.Array(EvidenceDocument),
        issues: Type.Array(Issue),
        boilerplate: Type.Array(BoilerplateEntry),
      }),
      output: Type.Object({
        reference: Type.Optional({ ...id, description: 'What the editor calls the draft' }),
      }),
    },
    editorLink: {
      mode: 'ask',
      does: 'The page on which this author writes, made when it is asked for.',
      needs: 'links',
      input: Type.Object({ workProductId: id, author }),
      output: Type.Object({ url, expiresAt: Type.Optional(Timestamp) }),
    },
    updateBoilerplate: {
      mode: 'do',
      does: 'An entry of the boilerplate library was updated.',
      needs: 'boilerplate',
      input: Type.Object({ entry: BoilerplateEntry, at: Timestamp }),
      output: Type.Object({}),
    },
  },
  hears: {
    'task.opened': 'openEditor',
    'task.assigned': 'openEditor',
  },
  tells: {
    draftSaved: {
      does: 'The author saved a draft. It becomes the next version of the work product.',
      fact: Type.Object(
        {
          workProductId: id,
          baseVersion: { ...version, description: 'The version that was edited; refused if it is stale' },
          title: Type.Optional(title),
          content: NewWorkProductContent,
          dispositions: Type.Array(Type.Object({ issueId: id, ...issueDecision.properties }, strict), {
            maxItems: 500,
            description: 'What the author resolved on, for each issue that has changed',
          }),
          author,
          at: happened,
        },
        strict,
      ),
    },
    authorSigned: {
      does: 'The author signs. The platform checks and commits the signature as if it were given there.',
      fact: Type.Object({ workProductId: id, version, author, at: happened }, strict),
    },
  },
})
