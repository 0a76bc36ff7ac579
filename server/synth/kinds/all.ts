import { noticeOfDisagreement, substantiveAppeal } from './appeal-forms.ts'
import { audiogram } from './audiogram.ts'
import { boardDecision } from './board-decision.ts'
import { application, intentToFile, powerOfAttorney } from './claim-forms.ts'
import { codeSheet } from './code-sheet.ts'
import { dischargeCertificate } from './discharge-certificate.ts'
import { examination } from './examination.ts'
import { fileIndex } from './file-index.ts'
import { brief, hearingTranscript } from './hearing.ts'
import { imagingReport } from './imaging-report.ts'
import { employmentInformation, reportOfContact } from './inquiry-forms.ts'
import { laboratoryReport } from './laboratory-report.ts'
import { noticeLetter, representativeLetter } from './letters.ts'
import { nexusOpinion } from './nexus-opinion.ts'
import { personnelRecord } from './personnel-record.ts'
import { privateTreatment } from './private-treatment.ts'
import { ratingDecision } from './rating-decision.ts'
import { separationExamination } from './separation-examination.ts'
import { serviceTreatment } from './service-treatment.ts'
import { statementOfTheCase } from './statement-of-the-case.ts'
import { veteranStatement, witnessStatement } from './statements.ts'
import { vaTreatment } from './va-treatment.ts'

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
