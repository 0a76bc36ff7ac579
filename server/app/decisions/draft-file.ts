import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { DecisionPackage } from '@portico/contract/decision-package'
import { Refusal } from '../../core/kernel/decider.ts'
import { printDraft } from '../../files/decision/print-decision.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import type { NamedFile } from '../file/export-case.ts'

/** Each takes a thread for a second or more; decisions to be sealed come before all of them. */
const mostAtOnce = 10
const mostForOne = 2

export type DraftFile = ReturnType<typeof createDraftFile>

/** Sets a draft as the decision that it would be. Nothing is kept, and nothing is set for somebody who has left. */
export function createDraftFile({
  typesetting,
  pageUrl,
  notice,
  clock,
}: {
  typesetting: Pick<Typesetting, 'typesetDraft'>
  pageUrl: (caseId: string, page: number) => string
  notice?: string | undefined
  clock: () => Date
}) {
  const setting: string[] = []

  return async (
    draft: Omit<DecisionPackage, 'manifest'>,
    memberId: string,
    left: AbortSignal,
  ): Promise<NamedFile> => {
    if (setting.filter((id) => id === memberId).length >= mostForOne)
      throw new Refusal('tooMany', 'You are previewing several drafts already: try again in a moment.', 5)
    if (setting.length >= mostAtOnce)
      throw new Refusal('tooMany', 'Too many drafts are being previewed right now: try again in a moment.', 5)
    setting.push(memberId)
    try {
      const printed = printDraft(draft, { pageUrl, notice, madeAt: clock() })
      const paper = await typesetting.typesetDraft(printed, { signal: left, line: memberId })
      return {
        bytes: paper.length,
        etag: `"${createHash('sha256').update(paper).digest('hex')}"`,
        open: async ({ start = 0, end = paper.length - 1 } = {}) =>
          Readable.from([paper.subarray(start, end + 1)]),
        name: `${draft.case.docketNumber} draft ${draft.workProduct.version}.pdf`,
        mediaType: 'application/pdf',
      }
    } finally {
      setting.splice(setting.indexOf(memberId), 1)
    }
  }
}
