import Type from '@portico/contract/type'
import { resumeRecognition } from '../app/texts/recognise-texts.ts'
import { defineJob } from './define-job.ts'

/** Queued by the extraction of text, which finds the pages that are pictures. */
export const recogniseTexts = defineJob({
  name: 'recogniseTexts',
  does: 'Runs OCR on scanned pages',
  lane: 'ocr',
  needs: ['db', 'recogniseTexts', 'useTexts'],
  takesSpace: true,
  payload: Type.Object({ caseId: Type.String() }),
  key: ({ caseId }) => caseId,
  resume: ({ db }) => resumeRecognition(db),
  async run({ caseId }, { parts, signal }) {
    await parts.recogniseTexts(caseId, signal)
    await parts.useTexts(caseId, signal)
  },
})
