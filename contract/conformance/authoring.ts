import { authoring } from '../ports/authoring.ts'
import { changesNothing, countAdded, counted } from './effects.ts'
import { defineConformance } from './kit.ts'
import { Broken, Skipped, type Trial } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'
const author = { id: 'member_1', username: 'ada' }
const workProductId = 'wp_{id}'
const of = { case: { caseId: 'case_{id}', docketNumber: '240319-100482' }, at, sequence: 20 }
const evidence = { url: 'https://portico.example/editor-evidence/g.m', expiresAt: at }
const document = {
  documentId: 'doc_1',
  version: 1,
  sha256: 'a'.repeat(64),
  name: 'VA Form 9',
  receiptDate: '2024-03-19',
  categories: [],
  startPage: 1,
  endPage: 4,
}
const annotation = {
  annotationId: 'ann_{id}',
  page: 2,
  x: 0.25,
  y: 0.5,
  comment: 'The onset is dated here.',
  createdBy: 'ada',
  createdAt: at,
}
const issue = { issueId: 'issue_1', number: 1, issueType: 'serviceConnection', disposition: 'allowed' }
const content = { opening: [], issues: [{ issueId: 'issue_1', content: [] }], closing: [] }
const draft = { workProductId, version: 3, revision: 7, title: 'Decision', content }
const written = { workProductId: 'wp_1', author, at }
const dispositions = [{ issueId: 'issue_1', disposition: 'allowed' }]

const proposals = ['proposal_1']

type Following =
  | 'documentChanged'
  | 'annotationChanged'
  | 'issuesChanged'
  | 'draftChanged'
  | 'commentsChanged'

/** What is told of a draft that stands open: a newer word, and then an older one, which is of no effect. */
async function lateWord(trial: Trial<typeof authoring>, call: Following) {
  const adapter = await trial.adapter()
  if (!trial.has(adapter, call)) throw new Skipped('It does not declare follows.')
  const newer = await trial.input(adapter, call)
  await trial.call(adapter, call, newer)
  await changesNothing(trial, 'What was older', () =>
    trial.call(adapter, call, { ...newer, sequence: newer.sequence - 1 }).catch(() => {}),
  )
}

export const authoringLaws = defineConformance({
  port: authoring,
  samples: {
    openEditor: {
      ...of,
      sequence: 10,
      author,
      draft,
      documents: [{ ...document, annotations: [{ ...annotation, annotationId: 'ann_1' }] }],
      evidence,
      issues: [{ ...issue, evidence: [] }],
      boilerplate: [],
    },
    editorLink: { workProductId, author, evidence },
    documentChanged: {
      ...of,
      documentId: 'doc_{id}',
      document: { ...document, documentId: 'doc_{id}' },
      evidence,
    },
    annotationChanged: { ...of, documentId: 'doc_1', annotationId: 'ann_{id}', annotation },
    issuesChanged: { ...of, issues: [{ ...issue, evidence: [] }] },
    draftChanged: { ...of, draft: { ...draft, version: 4, revision: 8 }, by: author },
    commentsChanged: { ...of, workProductId, comments: [] },
    proposalsChanged: { ...of, workProductId, proposals: [] },
    draftMoved: {
      ...of,
      workProductId,
      status: 'draft',
      change: 'returned',
      version: 3,
      by: author,
      reasons: ['The reasons do not address the lay evidence.'],
    },
    closeEditor: { ...of, sequence: 30, why: 'reassigned', author: { id: 'member_2', username: 'bea' } },
    updateBoilerplate: {
      entry: {
        name: 'dutyToAssist{id}',
        version: 2,
        label: 'Duty to assist',
        place: 'anywhere',
        issueTypes: [],
        dispositions: [],
        body: 'VA has a duty to assist.',
      },
      at,
    },
  },
  after: {
    editorLink: { call: 'openEditor', adds: () => ({}) },
    documentChanged: { call: 'openEditor', adds: () => ({}) },
    annotationChanged: { call: 'openEditor', adds: () => ({}) },
    issuesChanged: { call: 'openEditor', adds: () => ({}) },
    draftChanged: { call: 'openEditor', adds: () => ({}) },
    commentsChanged: { call: 'openEditor', adds: () => ({}) },
    proposalsChanged: { call: 'openEditor', adds: () => ({}) },
    draftMoved: { call: 'openEditor', adds: () => ({}) },
    closeEditor: { call: 'openEditor', adds: () => ({}) },
  },
  facts: {
    draftBegun: { caseId: 'case_1', author, at },
    draftSaved: {
      ...written,
      baseVersion: 3,
      content: { opening: [], issues: [], closing: [] },
      dispositions,
    },
    textChanged: { ...written, base: 7, operations: [{ type: 'remove', blockId: 'blk_1' }], isVersion: true },
    issuesDecided: { ...written, dispositions },
    commented: { ...written, text: 'Please cite the examination of 1998.', place: { part: 'opening' } },
    commentSettled: { ...written, commentId: 'comment_1', resolved: true },
    proposed: {
      ...written,
      base: 7,
      operations: [{ type: 'setTitle', title: 'Order' }],
      reason: 'It orders a payment.',
    },
    proposalsAccepted: { ...written, proposals },
    proposalsRejected: { ...written, proposals, why: 'The examiner says otherwise.' },
    proposalsWithdrawn: { ...written, proposals },
    submitted: { ...written, version: 4 },
    authorSigned: { ...written, version: 4, proof: 'eyJ2ZXJzaW9uIjo0fQ.c2lnbmF0dXJl' },
  },
  laws: [
    {
      name: 'version',
      says: 'A draft that comes late never replaces a newer version in the editor.',
      async check(trial) {
        const adapter = await trial.adapter()
        const newer = await trial.input(adapter, 'openEditor')
        await trial.call(adapter, 'openEditor', newer)
        const { draft, sequence } = newer
        if (!draft) throw new Skipped('The sample of openEditor has no draft.')
        const older = { ...newer, sequence: sequence - 1, draft: { ...draft, version: draft.version - 1 } }
        await changesNothing(trial, 'An older version', () =>
          trial.call(adapter, 'openEditor', older).catch(() => {}),
        )
      },
    },
    {
      name: 'noLink',
      says: 'There is no link to a draft that was never opened.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'editorLink')) throw new Skipped('It does not declare links.')
        const { retryable, code } = await trial.failure(
          trial.call(adapter, 'editorLink', { workProductId: `wp_${trial.key()}`, author }),
          'with a link to a draft that was never opened',
        )
        if (retryable) throw new Broken(`The link to a draft that was never opened says ${code}.`)
      },
    },
    {
      name: 'ownAuthor',
      says: 'Nobody but the author is given the page of a draft.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'editorLink')) throw new Skipped('It does not declare links.')
        const asked = await trial.input(adapter, 'editorLink')
        const stranger = { id: `member_${trial.key()}`, username: 'stranger' }
        const { retryable, code } = await trial.failure(
          trial.call(adapter, 'editorLink', { ...asked, author: stranger }),
          'with the page of another author',
        )
        if (retryable) throw new Broken(`The page of another author says ${code}.`)
      },
    },
    {
      name: 'reassigned',
      says: 'A draft that was reassigned has no page for whoever wrote it before.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'editorLink')) throw new Skipped('It does not declare links.')
        const opened = await trial.input(adapter, 'openEditor')
        const { draft } = opened
        if (!draft) throw new Skipped('The sample of openEditor has no draft.')
        await trial.call(adapter, 'openEditor', opened)
        const next = { id: `member_${trial.key()}`, username: 'next' }
        const link = (by: typeof author) =>
          trial.call(adapter, 'editorLink', { workProductId: draft.workProductId, author: by })
        await trial.call(adapter, 'openEditor', { ...opened, sequence: opened.sequence + 1, author: next })
        await link(next)
        await trial.failure(link(opened.author), 'with the page of a draft that is written by somebody else')
      },
    },
    {
      name: 'closed',
      says: 'Once the editor is closed there is no page, and what comes late opens nothing again.',
      async check(trial) {
        const adapter = await trial.adapter()
        if (!trial.has(adapter, 'editorLink')) throw new Skipped('It does not declare links.')
        const opened = await trial.input(adapter, 'openEditor')
        const { author: by, draft, sequence, case: one } = opened
        if (!draft) throw new Skipped('The sample of openEditor has no draft.')
        await trial.call(adapter, 'openEditor', opened)
        const closing = { case: one, at, sequence: sequence + 2, why: 'caseClosed' as const }
        await trial.call(adapter, 'closeEditor', closing)
        const link = () =>
          trial.call(adapter, 'editorLink', { workProductId: draft.workProductId, author: by })
        await trial.failure(link(), 'with the page of an editor that was closed')
        await trial.call(adapter, 'openEditor', { ...opened, sequence: sequence + 1 }).catch(() => {})
        await trial.failure(link(), 'with a page that a late openEditor has opened again')
      },
    },
    {
      name: 'withoutDraft',
      says: 'A case whose draft is not begun is opened, and not taken for another such case.',
      async check(trial) {
        const adapter = await trial.adapter()
        const added = await countAdded(trial, async () => {
          for (const _ of [1, 2]) {
            const { draft: __, ...opened } = await trial.input(adapter, 'openEditor')
            await trial.call(adapter, 'openEditor', opened)
          }
        })
        if (added < 2) throw new Broken(`Two cases without a draft had ${counted(added)}.`)
      },
    },
    {
      name: 'lateDocument',
      says: 'What is told late of a document never overrides what is newer.',
      check: (trial) => lateWord(trial, 'documentChanged'),
    },
    {
      name: 'lateAnnotation',
      says: 'What is told late of an annotation never overrides what is newer.',
      check: (trial) => lateWord(trial, 'annotationChanged'),
    },
    {
      name: 'lateIssues',
      says: 'A list of issues that comes late never replaces a newer one.',
      check: (trial) => lateWord(trial, 'issuesChanged'),
    },
    {
      name: 'lateSave',
      says: 'A save of a colleague that comes late never replaces a newer one.',
      check: (trial) => lateWord(trial, 'draftChanged'),
    },
  ],
})
