import { Anchor } from '../anchors.ts'
import { Annotation, DocumentSummary } from '../documents.ts'
import { issueDecision } from '../issues.ts'
import { mostOperations, NewDisposition, NewOperation } from '../operations.ts'
import { BoilerplateEntry } from '../profile/boilerplate.ts'
import { NewProposal, Proposal, RejectProposals, WithdrawProposals } from '../proposals.ts'
import { oneOf, Sha256, Timestamp } from '../text.ts'
import Type from '../type.ts'
import {
  Comment,
  NewComment,
  NewWorkProductContent,
  WorkProductContent,
  workProductStatuses,
} from '../work-products.ts'
import { mostTextFactBytes } from './fact-sizes.ts'
import { CaseRef, happened, id, strict, webAddress } from './fields.ts'
import { definePort } from './kit.ts'

const version = Type.Integer({ minimum: 1, maximum: 1_000_000 })
const revision = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
const title = Type.String({ minLength: 1, maxLength: 300 })
export const Author = Type.Object(
  { id, username: Type.String({ minLength: 1, maxLength: 200 }) },
  { ...strict, description: 'The member who writes' },
)
const workProductId = id

export const EvidenceAccess = Type.Object(
  { url: webAddress, expiresAt: Timestamp },
  {
    description:
      'Where the editor reads the file as this author may, for fifteen minutes: the list of documents, and the bytes and the text of each. Every list has the next URL. It ends with the assignment',
  },
)

const { id: _, ...annotation } = Annotation.properties
export const EvidenceAnnotation = Type.Object({ annotationId: id, ...annotation })

const { id: __, name, startPage, endPage, receiptDate, documentType, categories } = DocumentSummary.properties
const document = {
  documentId: id,
  version,
  sha256: { ...Sha256, description: 'SHA-256 of this version, as anchors name it' },
  name,
  receiptDate,
  documentType,
  categories,
  startPage: { ...startPage, description: 'A page of the case; citations name it' },
  endPage,
}
export const EvidenceDocument = Type.Object({
  ...document,
  annotations: Type.Array(EvidenceAnnotation, {
    description: 'Those that the author may see, each with its place on a page',
  }),
})

export const IssueToDecide = Type.Object({
  issueId: id,
  number: Type.Optional(Type.Integer({ minimum: 1, description: 'In the order of the list' })),
  issueType: Type.String(),
  scope: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  disposition: Type.Optional(Type.String()),
  reasons: issueDecision.properties.reasons,
  instructions: issueDecision.properties.instructions,
  note: issueDecision.properties.note,
  evidence: Type.Array(Anchor),
})
const issues = Type.Array(IssueToDecide, {
  description: 'All that this decision is to decide, in their order',
})

const draft = Type.Object({
  workProductId,
  version,
  revision: { ...revision, description: 'The revision of the content; send it as `base` of operations' },
  title,
  content: WorkProductContent,
})

const by = Type.Object({ id, username: Type.String() }, { description: 'Who did it' })

/** What every call about a case that is being written says, since they may come late. */
const of = {
  case: CaseRef,
  at: happened,
  sequence: Type.Integer({ description: 'Order within the case: a lower one never overrides a higher one' }),
}

const dispositions = Type.Array(NewDisposition, {
  maxItems: 500,
  description:
    'What the author resolved on, for each issue that has changed: written with the text, or none of it',
})
const written = { workProductId, author: Author, at: happened }

export const authoring = definePort({
  name: 'authoring',
  title: 'Authoring',
  does: 'Has work product composed in another editor, which is given evidence, issues and boilerplate.',
  spec: 1,
  many: false,
  supports: {
    links: 'Has a page for the author to open.',
    follows: 'Follows the evidence, the issues and what colleagues write while a draft is open.',
    boilerplate: 'Keeps a copy of the boilerplate library.',
  },
  calls: {
    openEditor: {
      mode: 'do',
      does: 'A case was assigned for drafting, or its draft was begun. Opens the editor with the evidence and the issues loaded; whoever wrote there before writes there no more.',
      input: Type.Object({
        ...of,
        author: Author,
        draft: Type.Optional({
          ...draft,
          description: 'Absent until the author begins it: here, or by the fact `draftBegun`',
        }),
        documents: Type.Array(EvidenceDocument),
        evidence: EvidenceAccess,
        issues,
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
      input: Type.Object({ workProductId, author: Author, evidence: Type.Optional(EvidenceAccess) }),
      output: Type.Object({ url: webAddress, expiresAt: Type.Optional(Timestamp) }),
    },
    documentChanged: {
      mode: 'do',
      does: 'A document arrived, was revised, or left the file.',
      needs: 'follows',
      input: Type.Object({
        ...of,
        documentId: id,
        document: Type.Optional(
          Type.Object(document, { description: 'As it is now; absent where it is not in the file any more' }),
        ),
        evidence: EvidenceAccess,
      }),
      output: Type.Object({}),
    },
    annotationChanged: {
      mode: 'do',
      does: 'An annotation was made, edited, moved or removed.',
      needs: 'follows',
      input: Type.Object({
        ...of,
        documentId: id,
        annotationId: id,
        annotation: Type.Optional({
          ...EvidenceAnnotation,
          description: 'As it is now; absent where there is none that the author may see',
        }),
      }),
      output: Type.Object({}),
    },
    issuesChanged: {
      mode: 'do',
      does: 'The list of issues, what one of them is decided on, or its evidence has changed.',
      needs: 'follows',
      input: Type.Object({ ...of, issues }),
      output: Type.Object({}),
    },
    draftChanged: {
      mode: 'do',
      does: 'The draft has another version, by a colleague or by a fact of the editor itself.',
      needs: 'follows',
      input: Type.Object({
        ...of,
        draft,
        by,
        fact: Type.Optional(
          Type.String({
            description: 'The message of the editor that made the version, by its `webhook-id`',
          }),
        ),
      }),
      output: Type.Object({}),
    },
    commentsChanged: {
      mode: 'do',
      does: 'Somebody commented on the draft, or resolved or reopened a comment.',
      needs: 'follows',
      input: Type.Object({ ...of, workProductId, comments: Type.Array(Comment) }),
      output: Type.Object({}),
    },
    proposalsChanged: {
      mode: 'do',
      does: 'Somebody proposed a change of the draft, or a proposal was accepted, rejected or withdrawn.',
      needs: 'follows',
      input: Type.Object({
        ...of,
        workProductId,
        proposals: Type.Array(Proposal, { description: 'All of them, oldest first, with how they stand' }),
        draft: Type.Optional({ ...draft, description: 'The text as it is since one was accepted' }),
      }),
      output: Type.Object({}),
    },
    draftMoved: {
      mode: 'do',
      does: 'The draft was submitted, returned, signed, recalled, discarded or taken up again. Only a draft is written.',
      input: Type.Object({
        ...of,
        workProductId,
        status: oneOf(workProductStatuses),
        change: oneOf(['submitted', 'returned', 'signed', 'recalled', 'discarded', 'reinstated']),
        version: Type.Optional(version),
        by,
        reasons: Type.Optional(
          Type.Array(Type.String(), { description: 'Why it was returned, recalled or discarded' }),
        ),
      }),
      output: Type.Object({}),
    },
    closeEditor: {
      mode: 'do',
      does: 'The case is with somebody else, with nobody, or closed. Closes the editor for whoever wrote there.',
      input: Type.Object({
        ...of,
        why: oneOf(['reassigned', 'completed', 'cancelled', 'caseClosed']),
        author: Type.Optional({
          ...Author,
          description: 'Who alone may write from now on; absent for nobody',
        }),
      }),
      output: Type.Object({}),
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
    'task.assigned': ['openEditor', 'closeEditor'],
    'task.completed': 'closeEditor',
    'task.cancelled': 'closeEditor',
    'case.closed': 'closeEditor',
    'workProduct.drafted': 'openEditor',
    'workProduct.saved': 'draftChanged',
    'workProduct.submitted': 'draftMoved',
    'workProduct.returned': 'draftMoved',
    'workProduct.signed': 'draftMoved',
    'workProduct.recalled': 'draftMoved',
    'workProduct.discarded': 'draftMoved',
    'workProduct.reinstated': 'draftMoved',
    'workProduct.commented': 'commentsChanged',
    'workProduct.commentResolved': 'commentsChanged',
    'workProduct.commentReopened': 'commentsChanged',
    'workProduct.proposed': 'proposalsChanged',
    'workProduct.proposalAccepted': 'proposalsChanged',
    'workProduct.proposalRejected': 'proposalsChanged',
    'workProduct.proposalWithdrawn': 'proposalsChanged',
    'document.filed': 'documentChanged',
    'document.revised': 'documentChanged',
    'document.divided': 'documentChanged',
    'document.edited': 'documentChanged',
    'document.held': 'documentChanged',
    'document.admitted': 'documentChanged',
    'document.removed': 'documentChanged',
    'document.annotated': 'annotationChanged',
    'document.annotationEdited': 'annotationChanged',
    'document.annotationMoved': 'annotationChanged',
    'document.annotationOrphaned': 'annotationChanged',
    'document.annotationRemoved': 'annotationChanged',
    'issue.added': 'issuesChanged',
    'issue.edited': 'issuesChanged',
    'issue.decided': 'issuesChanged',
    'issue.undecided': 'issuesChanged',
    'issue.split': 'issuesChanged',
    'issue.merged': 'issuesChanged',
    'issue.removed': 'issuesChanged',
    'issue.restored': 'issuesChanged',
    'issue.cited': 'issuesChanged',
    'issue.uncited': 'issuesChanged',
    'issue.citationMoved': 'issuesChanged',
    'issue.citationOrphaned': 'issuesChanged',
    'case.issuesOrdered': 'issuesChanged',
  },
  withholds: {
    unless: 'readDeliberations',
    shows: ['caseId', 'workProductId', 'author', 'at', 'version', 'baseVersion', 'base'],
    always: ['proof'],
  },
  tells: {
    draftBegun: {
      does: 'The author began the draft.',
      mostBytes: mostTextFactBytes,
      fact: Type.Object(
        {
          caseId: id,
          title: Type.Optional(title),
          content: Type.Optional(NewWorkProductContent),
          author: Author,
          at: happened,
        },
        strict,
      ),
    },
    draftSaved: {
      does: 'The author saved a draft. It becomes the next version of the work product.',
      mostBytes: mostTextFactBytes,
      fact: Type.Object(
        {
          ...written,
          baseVersion: { ...version, description: 'The version that was edited; refused if it is stale' },
          base: Type.Optional({
            ...revision,
            description: 'The revision that was edited, where it is later than that of the version',
          }),
          title: Type.Optional(title),
          content: NewWorkProductContent,
          dispositions: Type.Optional(dispositions),
        },
        strict,
      ),
    },
    textChanged: {
      does: 'The author changed the draft block by block. It is durable at once; a version follows when the author pauses. Where somebody else has changed the same blocks since, all of it becomes a proposal.',
      mostBytes: mostTextFactBytes,
      fact: Type.Object(
        {
          ...written,
          base: { ...revision, description: 'The revision that the operations were made on' },
          operations: Type.Array(NewOperation, { maxItems: mostOperations }),
          dispositions: Type.Optional(dispositions),
          isVersion: Type.Optional(Type.Boolean({ description: 'Keeps the text as a version at once' })),
        },
        strict,
      ),
    },
    issuesDecided: {
      does: 'The author resolved on dispositions, without changing the text.',
      fact: Type.Object(
        {
          ...written,
          dispositions: Type.Array(Type.Object({ issueId: id, ...issueDecision.properties }, strict), {
            minItems: 1,
            maxItems: 500,
          }),
        },
        strict,
      ),
    },
    commented: {
      does: 'Somebody commented on the draft, or answered a comment.',
      fact: Type.Object({ ...written, ...NewComment.properties }, strict),
    },
    commentSettled: {
      does: 'Somebody resolved or reopened a comment.',
      fact: Type.Object({ ...written, commentId: id, resolved: Type.Boolean() }, strict),
    },
    proposed: {
      does: 'Somebody proposes a change of the draft.',
      fact: Type.Object({ ...written, ...NewProposal.properties }, strict),
    },
    proposalsAccepted: {
      does: 'The author accepts proposals. What somebody else has changed since stays open.',
      fact: Type.Object({ ...written, ...WithdrawProposals.properties }, strict),
    },
    proposalsRejected: {
      does: 'The author rejects proposals.',
      fact: Type.Object({ ...written, ...RejectProposals.properties }, strict),
    },
    proposalsWithdrawn: {
      does: 'Whoever made proposals withdraws them.',
      fact: Type.Object({ ...written, ...WithdrawProposals.properties }, strict),
    },
    submitted: {
      does: 'The author submits the draft for review.',
      fact: Type.Object({ ...written, version }, strict),
    },
    authorSigned: {
      does: 'The author signs. The platform checks and commits the signature as if it were given there.',
      fact: Type.Object(
        {
          ...written,
          version,
          proof: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 4000,
              description:
                'What the platform gave this member to sign this version with, once. Without it, the signature waits in the inbox',
            }),
          ),
        },
        strict,
      ),
    },
  },
})
