/** What tells the documents of this profile apart in a file of many: data, for proposals that a person checks. */
export const documentSigns = {
  /** The number that an agency prints on its form. */
  formNumber:
    /\b(?:VA\s+Form|DD\s+Form|DD|SF|Standard\s+Form|Optional\s+Form|DA\s+Form|AF\s+Form|NAVMED|SSA|CMS)[\s-]+((?:\d{1,3}[a-z]?-)?\d[\d.]*(?:[a-z]{1,2})?(?:-\d+)?)\b/i,
  /** The first that a page's head speaks of wins. `name` is for a page without a better title. */
  kinds: [
    {
      says: /\b(claims file )?index\b|table of contents|list of (exhibits|documents)/i,
      name: 'Index',
      category: 'index',
    },
    { says: /codesheet|code sheet/i, name: 'Rating Decision Codesheet', category: 'procedural' },
    { says: /rating decision/i, name: 'Rating Decision', category: 'procedural' },
    {
      says: /supplemental statement of the case/i,
      name: 'Supplemental Statement of the Case',
      category: 'procedural',
    },
    { says: /statement of the case/i, name: 'Statement of the Case', category: 'procedural' },
    { says: /transcript|hearing before/i, name: 'Hearing Transcript', category: 'procedural' },
    { says: /board of veterans'? appeals/i, name: 'Board Decision', category: 'procedural' },
    { says: /notice of disagreement/i, name: 'Notice of Disagreement', category: 'procedural' },
    { says: /certificate of release or discharge/i, name: 'DD-214', category: 'other' },
    {
      says: /chronological record of medical care|health record/i,
      name: 'Service Treatment Records',
      category: 'medical',
    },
    { says: /disability benefits questionnaire|c&p exam/i, name: 'C&P Examination', category: 'medical' },
    {
      says: /report of medical (examination|history)/i,
      name: 'Report of Medical Examination',
      category: 'medical',
    },
    { says: /audiolog|audiogram/i, name: 'Audiogram', category: 'medical' },
    {
      says: /diagnostic imaging|radiology|\bMRI\b|x-ray report/i,
      name: 'Radiology Report',
      category: 'medical',
    },
    { says: /laborator|specimen/i, name: 'Laboratory Report', category: 'medical' },
    { says: /progress notes?|encounter:|local title/i, name: 'Treatment Records', category: 'medical' },
    { says: /office visit|reason for visit|patient:/i, name: 'Medical Records', category: 'medical' },
    {
      says: /medical (center|group|associates)|clinic|hospital|\bM\.D\.|orthop/i,
      name: 'Medical Records',
      category: 'medical',
    },
    { says: /administrative remarks|personnel/i, name: 'Service Personnel Records', category: 'other' },
    {
      says: /statement in support|lay statement|to whom it may concern/i,
      name: 'Statement',
      category: 'other',
    },
    {
      says: /informal hearing presentation|appellant'?s brief|\bbrief\b/i,
      name: 'Brief',
      category: 'procedural',
    },
    { says: /in reply,? refer to|^dear\b|^re:/im, name: 'Letter', category: 'procedural' },
  ],
}
