import { authoring } from '../ports/authoring.ts'
import { changesNothing } from './effects.ts'
import { defineConformance } from './kit.ts'
import { Broken, Skipped } from './trial.ts'

const at = '2026-03-02T15:04:05.000Z'
const author = { id: 'member_1', username: 'ada' }
const workProductId = 'wp_{id}'

export const authoringLaws = defineConformance({
  port: authoring,
  samples: {
    openEditor: {
      case: { caseId: 'case_{id}', docketNumber: '240319-100482' },
      author,
      draft: {
        workProductId,
        version: 3,
        title: 'Decision',
        content: { opening: [], issues: [{ issueId: 'issue_1', content: [] }], closing: [] },
      },
      documents: [
        {
          documentId: 'doc_1',
          version: 1,
          name: 'VA Form 9',
          receiptDate: '2024-03-19',
          startPage: 1,
          endPage: 4,
          annotations: [{ annotationId: 'ann_1', page: 2, comment: 'The onset is dated here.' }],
        },
      ],
      issues: [{ issueId: 'issue_1', issueType: 'serviceConnection', disposition: 'allowed', evidence: [] }],
      boilerplate: [],
    },
    editorLink: { workProductId, author },
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
  after: { editorLink: { call: 'openEditor', adds: () => ({}) } },
  facts: {
    draftSaved: {
      workProductId: 'wp_1',
      baseVersion: 3,
      content: { opening: [], issues: [], closing: [] },
      dispositions: [{ issueId: 'issue_1', disposition: 'allowed' }],
      author,
      at,
    },
    authorSigned: { workProductId: 'wp_1', version: 4, author, at },
  },
  laws: [
    {
      name: 'version',
      says: 'A draft that comes late never replaces a newer version in the editor.',
      async check(trial) {
        const adapter = await trial.adapter()
        const newer = await trial.input(adapter, 'openEditor')
        await trial.call(adapter, 'openEditor', newer)
        const older = { ...newer, draft: { ...newer.draft, version: newer.draft.version - 1 } }
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
  ],
})
