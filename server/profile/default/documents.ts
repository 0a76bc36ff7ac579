import type { DocumentCategory, DocumentType } from '@portico/contract/profile/documents'

export const documentCategories: DocumentCategory[] = [
  { name: 'medical', label: 'Medical', colour: 'red' },
  { name: 'procedural', label: 'Procedural', colour: 'blue' },
  { name: 'other', label: 'Other', colour: 'teal' },
  { name: 'index', label: 'Index', colour: 'yellow' },
]

export const documentTypes: DocumentType[] = [
  { name: 'noticeOfDisagreement', label: 'Notice of disagreement', category: 'procedural' },
  { name: 'statementOfTheCase', label: 'Statement of the case', category: 'procedural' },
  { name: 'ratingDecision', label: 'Rating decision', category: 'procedural' },
  { name: 'ratingCodeSheet', label: 'Rating code sheet', category: 'procedural' },
  { name: 'dischargeCertificate', label: 'DD-214', category: 'other' },
  { name: 'application', label: '21-526EZ application', category: 'procedural' },
  { name: 'powerOfAttorney', label: '21-22 power of attorney', category: 'procedural' },
  { name: 'examination', label: 'C&P examination', category: 'medical' },
  { name: 'agencyTreatmentRecord', label: 'VA treatment record', category: 'medical' },
  { name: 'privateMedicalRecord', label: 'Private medical record', category: 'medical' },
  { name: 'serviceTreatmentRecord', label: 'Service treatment record', category: 'medical' },
  { name: 'servicePersonnelRecord', label: 'Service personnel record', category: 'other' },
  { name: 'layStatement', label: 'Lay statement', category: 'other' },
  { name: 'brief', label: 'Brief', category: 'procedural' },
  { name: 'hearingTranscript', label: 'Hearing transcript', category: 'procedural' },
  { name: 'hearingRecording', label: 'Hearing recording', category: 'procedural' },
  { name: 'motion', label: 'Motion', category: 'procedural' },
  { name: 'withdrawal', label: 'Withdrawal', category: 'procedural' },
  { name: 'deathCertificate', label: 'Death certificate', category: 'other' },
  { name: 'courtMandate', label: 'Court mandate', category: 'procedural' },
  { name: 'courtOrder', label: 'Court order', category: 'procedural' },
  { name: 'recordsRequest', label: 'Request for records', category: 'other' },
  { name: 'returnedMail', label: 'Returned mail', category: 'other' },
  { name: 'correspondence', label: 'Correspondence', category: 'procedural' },
  { name: 'decision', label: 'Decision', category: 'procedural' },
  { name: 'fileIndex', label: 'Index of the file', category: 'index' },
]
