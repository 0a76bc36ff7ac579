import Type from '@portico/contract/type'
import { bringsWhatCanWait } from './brought-pages.ts'
import { defineJob } from './define-job.ts'

const onPages = ({ caseId }: { caseId: string }, commit: Parameters<typeof bringsWhatCanWait>[0]) =>
  bringsWhatCanWait(commit) ? { caseId } : undefined

export const readManyTexts = defineJob({
  name: 'readManyTexts',
  does: 'Extracts the text of large documents, of many at once, and of letters',
  lane: 'bulk',
  needs: ['files', 'readPages', 'useTexts'],
  takesSpace: true,
  payload: Type.Object({ caseId: Type.String() }),
  key: ({ caseId }) => caseId,
  on: {
    'document.filed': onPages,
    'document.revised': onPages,
    'document.divided': onPages,
    'document.admitted': onPages,
  },
  async run({ caseId }, { parts, signal }) {
    await parts.readPages(caseId, signal)
    await parts.useTexts(caseId, signal)
    await parts.files.checkFiles(caseId, signal)
  },
})
