import Type from '@portico/contract/type'
import { bringsWhatCanWait } from './brought-pages.ts'
import { defineJob } from './define-job.ts'
import { readManyTexts } from './read-many-texts.ts'

const onPages = ({ caseId }: { caseId: string }, commit: Parameters<typeof bringsWhatCanWait>[0]) =>
  bringsWhatCanWait(commit) ? undefined : { caseId }

/** Small documents, the newest first; the rest of a case is left to `readManyTexts`. */
export const readTexts = defineJob({
  name: 'readTexts',
  does: 'Extracts the text of small documents, a few at a time',
  lane: 'prompt',
  needs: ['db', 'files', 'followTexts', 'readPages', 'useTexts'],
  payload: Type.Object({ caseId: Type.String() }),
  key: ({ caseId }) => caseId,
  on: {
    'document.filed': onPages,
    'document.revised': onPages,
    'document.divided': onPages,
    'document.admitted': onPages,
  },
  async run({ caseId }, { parts, signal, again }) {
    const { left } = await parts.readPages(caseId, signal, { promptly: true })
    if (left === undefined) {
      await parts.useTexts(caseId, signal)
      return parts.files.checkFiles(caseId, signal)
    }
    // Other cases come before the rest.
    if (left === 'small') await again()
    else await readManyTexts.enqueue(parts.db, { caseId })
    await parts.followTexts(caseId)
  },
})
