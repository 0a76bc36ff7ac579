import { boardDecision, codeSheet, ratingDecision, statementOfTheCase } from './decisions.ts'
import { examination, nexusOpinion, separationExamination } from './examinations.ts'
import { fileIndex } from './file-index.ts'
import {
  application,
  employmentInformation,
  intentToFile,
  noticeOfDisagreement,
  powerOfAttorney,
  reportOfContact,
  substantiveAppeal,
} from './forms.ts'
import { brief, hearingTranscript } from './hearing.ts'
import { noticeLetter, representativeLetter } from './letters.ts'
import { dischargeCertificate, personnelRecord, serviceTreatment } from './service.ts'
import { veteranStatement, witnessStatement } from './statements.ts'
import { audiogram, imagingReport, laboratoryReport } from './test-results.ts'
import { privateTreatment, vaTreatment } from './treatment.ts'

export const kinds = {
  fileIndex,
  application,
  powerOfAttorney,
  intentToFile,
  noticeOfDisagreement,
  substantiveAppeal,
  employmentInformation,
  reportOfContact,
  ratingDecision,
  codeSheet,
  statementOfTheCase,
  boardDecision,
  noticeLetter,
  representativeLetter,
  brief,
  hearingTranscript,
  examination,
  nexusOpinion,
  separationExamination,
  vaTreatment,
  privateTreatment,
  laboratoryReport,
  imagingReport,
  audiogram,
  serviceTreatment,
  dischargeCertificate,
  personnelRecord,
  veteranStatement,
  witnessStatement,
} as const

export type KindName = keyof typeof kinds
