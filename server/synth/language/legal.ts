/** What adjudicators, representatives and the regulations say. */

/** Said of any claim. */
export const reasons = [
  'We reviewed treatment records from {facility} through {pastDate}. These records show {symptom} and {finding}.',
  'On VA examination, {finding}.',
  'You reported {symptom}. Your {wife}, {spouse}, stated that the Veteran {effect}.',
  'Consideration has been given to 38 CFR 4.40, 4.45 and 4.59 concerning functional loss due to pain.',
  'Entitlement to individual unemployability was considered. You last worked as a {occupation} for {employer}; the schedular requirements of 38 CFR 4.16(a) are {met|not met}.',
  'Your service treatment records contain complaints of {symptom} on {serviceDate}. The separation examination did not note a chronic condition.',
  'VA treatment records dated {pastDate} show {finding}, and continued use of {treatment}.',
  'You failed to identify {symptom} on the application of {claimedOn}; however, the claim is read broadly to include it.',
  'Presumptive service connection under 38 CFR 3.307 and 3.309 is {not for application|granted}, because {condition} {is not|is} among the listed diseases for the exposure conceded.',
  'The examination of {pastDate} is adequate for rating purposes: the examiner reviewed the claims file and gave a reasoned opinion.',
  'The report that the Veteran {effect} was considered as evidence of functional impairment under 38 CFR 4.10.',
  'Reasonable doubt is resolved in favor of the Veteran when evidence for and against a claim is nearly equal. 38 CFR 3.102.',
] as const

/** Said of a claim that fails. */
export const denials = [
  'Service connection for {condition} is denied because the evidence does not show an event, disease or injury in service, or a link between the current disability and service. 38 CFR 3.303.',
  'The private opinion of {privateDoctor} was considered but is given less weight because it does not address {the separation examination|the post-service injury|the gap in treatment}.',
  'The claim was also considered on a secondary basis under 38 CFR 3.310. There is no competent evidence that {primaryCondition} caused or aggravated {condition}.',
  'Entitlement to an earlier effective date is not established because no claim, formal or informal, was received before {pastDate}.',
  'The statement of {buddy} is competent and credible as to {symptom}; it is not competent to establish the cause of {condition}.',
  'The benefit sought is not granted because the condition existed before service and there is no evidence of aggravation. 38 CFR 3.306.',
  'The evidence is not in relative balance; it weighs against the claim, and there is no reasonable doubt to be resolved. 38 CFR 3.102.',
  'The examiner found that {condition} is less likely than not related to service, and explained that {event} resolved without residuals.',
] as const

/** Said of an evaluation that stays as it is. */
export const continuances = [
  'A higher evaluation of {higher} percent is not warranted unless there is {criteria}.',
  'Since the evidence shows {symptom} but not {criteria}, the disability picture does not approximate the next higher evaluation. 38 CFR 4.7.',
  'The evaluation of {condition} is continued as {percent} percent disabling. {regulation}, diagnostic code {code}.',
  'The examination shows no material change since the last rating: {finding}.',
  'Your treatment with {treatment} was considered; the criteria for {higher} percent require {criteria}.',
] as const

/** Said of a claim that succeeds. */
export const grants = [
  'Service connection may be granted for a disability which began in military service or was caused by some event or experience in service. The evidence shows {event} while serving with {unit}.',
  'Favorable findings: a diagnosis of {condition} is established; an event in service, namely {event}, is conceded.',
  'An effective date of {pastDate} is assigned, the date your claim was received. 38 CFR 3.400.',
  'The evidence is in relative balance, and reasonable doubt is resolved in your favor. 38 CFR 3.102.',
  'The examiner found that {condition} is at least as likely as not related to {event}. We agree.',
  'An evaluation of {percent} percent is assigned because the evidence shows {symptom} and {finding}. {regulation}, diagnostic code {code}.',
] as const

export const regulations = [
  [
    '38 CFR 3.102',
    'Reasonable doubt. When, after careful consideration of all procurable and assembled data, a reasonable doubt arises regarding service origin, the degree of disability, or any other point, such doubt will be resolved in favor of the claimant.',
  ],
  [
    '38 CFR 3.159',
    'Department of Veterans Affairs assistance in developing claims. Upon receipt of a substantially complete application, VA will make reasonable efforts to help a claimant obtain evidence necessary to substantiate the claim.',
  ],
  [
    '38 CFR 3.303',
    'Principles relating to service connection. Service connection connotes many factors but basically it means that the facts, shown by evidence, establish that a particular injury or disease resulting in disability was incurred coincident with service.',
  ],
  [
    '38 CFR 3.304(f)',
    'Posttraumatic stress disorder. Service connection requires medical evidence diagnosing the condition, a link established by medical evidence between current symptoms and an in-service stressor, and credible supporting evidence that the claimed in-service stressor occurred.',
  ],
  [
    '38 CFR 3.307',
    'Presumptive service connection for chronic, tropical or prisoner-of-war related disease, disease associated with exposure to certain herbicide agents, or disease associated with the contaminants in the water supply at Camp Lejeune.',
  ],
  [
    '38 CFR 3.309',
    'Disease subject to presumptive service connection. The listed diseases shall be granted service connection although not otherwise established as incurred in or aggravated by service.',
  ],
  [
    '38 CFR 3.310',
    'Disabilities that are proximately due to, or aggravated by, service-connected disease or injury. Disability which is proximately due to or the result of a service-connected disease or injury shall be service connected.',
  ],
  [
    '38 CFR 3.400',
    'Effective dates. Except as otherwise provided, the effective date of an evaluation and award will be the date of receipt of the claim or the date entitlement arose, whichever is the later.',
  ],
  [
    '38 CFR 4.7',
    'Higher of two evaluations. Where there is a question as to which of two evaluations shall be applied, the higher evaluation will be assigned if the disability picture more nearly approximates the criteria required for that rating.',
  ],
  [
    '38 CFR 4.16',
    'Total disability ratings for compensation based on unemployability of the individual. If there is only one such disability, it shall be ratable at 60 percent or more; if two or more, at least one at 40 percent and a combined rating of 70 percent or more.',
  ],
  [
    '38 CFR 4.40',
    'Functional loss. Disability of the musculoskeletal system is primarily the inability to perform the normal working movements of the body with normal excursion, strength, speed, coordination and endurance.',
  ],
  ['38 CFR 4.71a', 'Schedule of ratings, musculoskeletal system.'],
  [
    '38 CFR 4.85',
    'Evaluation of hearing impairment. Examinations will be conducted without the use of hearing aids and must include a controlled speech discrimination test (Maryland CNC) and a puretone audiometry test.',
  ],
  ['38 CFR 4.130', 'Schedule of ratings, mental disorders. General Rating Formula for Mental Disorders.'],
  [
    '38 U.S.C. § 1110',
    'Basic entitlement. For disability resulting from personal injury suffered or disease contracted in line of duty, in active military, naval, air, or space service.',
  ],
  [
    '38 U.S.C. § 5103A',
    'Duty to assist claimants. The Secretary shall make reasonable efforts to assist a claimant in obtaining evidence necessary to substantiate the claim.',
  ],
  [
    '38 U.S.C. § 5107(b)',
    'Benefit of the doubt. When there is an approximate balance of positive and negative evidence regarding any issue material to the determination of a matter, the Secretary shall give the benefit of the doubt to the claimant.',
  ],
] as const

export const contentions = [
  'The {regional office|agency of original jurisdiction} erred in denying service connection for {condition}. The record shows a current disability, {event} in service, and a competent opinion linking the two. Shedden v. Principi, 381 F.3d 1163 (Fed. Cir. 2004).',
  'The VA examination of {pastDate} is inadequate. The examiner did not consider {symptom} and relied on the absence of service records alone. Barr v. Nicholson, 21 Vet. App. 303 (2007).',
  'Lay evidence is competent to establish {symptom}. Jandreau v. Nicholson, 492 F.3d 1372 (Fed. Cir. 2007). {buddy} and {spouse} both observed it.',
  'The positive opinion of {privateDoctor} considered {event} and explained why {condition} began in {onset}. Its probative value lies in its reasoning. Nieves-Rodriguez v. Peake, 22 Vet. App. 295 (2008).',
  'At minimum the evidence is in approximate balance and the claim must be granted. Gilbert v. Derwinski, 1 Vet. App. 49 (1990); 38 U.S.C. § 5107(b).',
  'The disability picture of {condition} more nearly approximates a {higher} percent evaluation, that is, {criteria}. 38 CFR 4.7.',
  'VA failed in its duty to assist under 38 CFR 3.159 by not obtaining the records of {clinic} and the personnel file of {unit}.',
  'The Veteran {effect}. That is functional loss within the meaning of DeLuca v. Brown, 8 Vet. App. 202 (1995), and Mitchell v. Shinseki, 25 Vet. App. 32 (2011).',
  'In the alternative, {condition} is secondary to {primaryCondition}. Allen v. Brown, 7 Vet. App. 439 (1995); 38 CFR 3.310.',
  'The Veteran is unable to secure or follow a substantially gainful occupation. {mister} last worked as a {occupation} for {employer} and {effect}. Rice v. Shinseki, 22 Vet. App. 447 (2009).',
  'The service records place the Veteran at {station} with {unit}; {event} is consistent with the circumstances of such service. 38 U.S.C. § 1154(a).',
  'The Board should note the buddy statement of {buddy}, which places {event} at {station}.',
  'Where a veteran alleges {symptom} that fluctuates, the examination must be scheduled during an active phase when feasible. Ardison v. Brown, 6 Vet. App. 405 (1994).',
  'The examiner’s opinion rests on an inaccurate factual premise, namely that there was no treatment before {pastMonth}. Reonal v. Brown, 5 Vet. App. 458 (1993).',
  'The presumption of soundness applies: no defect was noted at entry on {entered}. Wagner v. Principi, 370 F.3d 1089 (Fed. Cir. 2004); 38 U.S.C. § 1111.',
  'Staged ratings are appropriate where the factual findings show distinct periods of {symptom}. Fenderson v. West, 12 Vet. App. 119 (1999); Hart v. Mansfield, 21 Vet. App. 505 (2007).',
  'Once VA undertakes to provide an examination it must provide an adequate one; {examiner} did not address the theory of aggravation. El-Amin v. Shinseki, 26 Vet. App. 136 (2013).',
  'The Appellant’s treatment at {facility} for {condition} since {pastMonth} shows continuity of symptomatology. Walker v. Shinseki, 708 F.3d 1331 (Fed. Cir. 2013).',
  'The symptoms listed at {regulation} are examples, not an exhaustive list. Mauerhan v. Principi, 16 Vet. App. 436 (2002).',
] as const

export const remandText = [
  'The Board finds that a remand is necessary. The examination of {pastDate} did not address whether {condition} was aggravated by {primaryCondition}.',
  'Obtain outstanding VA treatment records from {facility} dated from {pastMonth} to the present.',
  'After securing any needed authorization, request records from {clinic}, including those of {privateDoctor}.',
  'Schedule the Veteran for an examination by an appropriate clinician to determine the nature and etiology of {condition}. The examiner must accept as true that {event} occurred.',
  'The examiner should state whether it is at least as likely as not that {condition} began in service, was caused by service, or is otherwise related to {event}.',
  'A complete rationale must be given for every opinion. If an opinion cannot be given without speculation, the examiner must say why.',
  'Readjudicate the claim. If the benefit remains denied, furnish a supplemental statement of the case to the Veteran and to {organization}.',
  'The Veteran testified that {he} {effect}. The Board finds this testimony credible.',
  'The separation examination noted no abnormality; however, the Veteran is competent to report {symptom} since {onset}. Layno v. Brown, 6 Vet. App. 465 (1994).',
  'The issue of an increased rating for {otherCondition} is inextricably intertwined and is also remanded. Harris v. Derwinski, 1 Vet. App. 180 (1991).',
  'The record indicates that the Veteran receives treatment from {privateDoctor}; those records have not been requested.',
  'The examiner relied solely on the lack of documentation of {plain} in the service treatment records. That is not a sufficient rationale. Dalton v. Nicholson, 21 Vet. App. 23 (2007).',
  'Contact the Joint Services Records Research Center to verify whether members of {unit} experienced {event}.',
  'The Veteran has not been afforded an examination for {condition}. The low threshold of McLendon v. Nicholson, 20 Vet. App. 79 (2006), is met.',
  'The Board has no discretion in this matter: a remand confers a right to compliance. Stegall v. West, 11 Vet. App. 268 (1998).',
  'Range of motion must be tested on active and passive motion, in weight-bearing and nonweight-bearing, and compared with the opposite joint where possible. 38 CFR 4.59.',
  'The evidence added since the last adjudication includes a statement of {buddy} and treatment notes of {facility} showing {symptom}.',
] as const

export const notices = [
  'We are working on your claim for {condition}. We need the following from you within 30 days of the date of this letter.',
  'Please send us the names, addresses and approximate dates of treatment for {privateDoctor} and any other provider who treated {plain}. Complete VA Form 21-4142 and VA Form 21-4142a.',
  'We asked for your service treatment records from the National Personnel Records Center. Records of your service with {unit} {have been received|have not been found}.',
  'You have been scheduled for an examination at {facility}. If you fail to report without good cause, the claim will be decided on the evidence of record. 38 CFR 3.655.',
  'You may submit statements from people who know of {symptom}, such as {spouse} or persons who served with you at {station}.',
  'To establish service connection the evidence must show a current disability, an event in service, and a relationship between them.',
  'To support a claim for an increased evaluation the evidence must show that {condition} has gotten worse.',
  'We decided your claim on {pastDate}. The enclosed rating decision gives our reasons. {Condition} is evaluated as {percent} percent disabling.',
  'If you do not agree with this decision you have one year from the date of this letter to seek review: a supplemental claim (VA Form 20-0995), a higher-level review (VA Form 20-0996), or an appeal to the Board (VA Form 10182).',
  'Your representative, {organization}, has been sent a copy of this letter.',
  'Your monthly payment reflects additional benefits for your dependent, {spouse}.',
  'If you have questions, write to the {office} Regional Office or call the number above. Have your file number ready.',
  'We have received your statement of {pastDate} and added it to your file.',
  'We could not obtain the records of {clinic}. You may get them yourself and send them to us; we must have them by the date shown above.',
  'The examination will cover {condition}. Please bring a list of your medicines, including {treatment}.',
  'Your appeal has been placed on the docket of the Board. Cases are decided in docket order. 38 CFR 20.800.',
  'We have scheduled your hearing. If you need to change the date, write to us and explain why. 38 CFR 20.704.',
  'Our records show that you receive {percent} percent for {condition}. The law allows a higher rate only if {criteria}.',
] as const
