/** What clinicians write. Every bank is a list of templates for `say`. */

export const chiefComplaints = [
  '{symptom}',
  'follow-up of {condition}',
  'medication refill and {symptom}',
  'worsening {plain}',
  '{symptom}; also asks about a form for VA',
] as const

export const histories = [
  '{age}-year-old {man} with a history of {condition} presents with {symptom}. {his} symptoms began about {onset} after {event}.',
  'Patient reports {symptom} for {two|three|four|six} {days|weeks|months}. Rates pain {3..9}/10. {Relief with|No relief from} {treatment}.',
  'Returns for {condition}. Since the last visit {he} describes {symptom} and {symptom2}. Taking {treatment} as prescribed.',
  'States that {plain} has been present since {branch} service at {station}. Now notes {symptom}.',
  '{mister} was last seen on {shortDate} and was referred by {primaryDoctor} because of {symptom}.',
  'Veteran works as a {occupation} for {employer} and {effect}. Reports {symptom} at the end of most shifts.',
  'Spouse {spouse} attends today and adds that the Veteran {effect}.',
  'Patient denies new injury. {symptom} comes and goes; flare-ups last {one|two|three} {hours|days} and are brought on by {weather changes|stress|activity|poor sleep}.',
  'Chart reviewed. Service treatment records in the electronic file note {event} in {onset}. Patient dates {his} {plain} to that time.',
  'Telephone visit. Identity verified by two identifiers. Complains of {symptom}; no red flags elicited.',
  'Seen with {his} {wife}. Main concern is {symptom}, which now occurs {daily|most days|several times a week}.',
  'Transfer of care from {clinic}; outside records from {privateDoctor} list {condition} since {onset}.',
  'Patient was a {job} in the {branch} and describes {event}. No other trauma recalled.',
  'Here for results. {test} Still bothered by {symptom}.',
  'Presents after missing {two|three|four} days of work at {employer} because of {symptom}.',
  'Interval history: started {treatment} in {pastMonth}; helped for a while, then {symptom} came back.',
  'Reports that {plain} is worse in {winter|damp weather|the evening|the morning}. Also {symptom2}.',
  'Walk-in. Ran out of {medication} {one|two|three} weeks ago and since then has had {symptom}.',
] as const

export const reviewOfSystems = [
  'Denies fever, chills, or weight loss.',
  'No chest pain, palpitations, or dyspnea at rest.',
  'Sleep fair, {4..7} hours. Appetite {good|fair|poor}.',
  'No bowel or bladder incontinence.',
  'Tobacco: {never|quit in 1998|quit in 2011|half pack a day}. Alcohol: {none|occasional|two beers on weekends}.',
  'Positive for {symptom}; otherwise negative in ten systems.',
  'Skin, eyes and ENT negative today.',
  'Reports {symptom2}; denies syncope.',
  'No suicidal or homicidal ideation.',
  'Exercise: {walks a mile|none|stationary bicycle|swims at the Y}.',
] as const

export const objective = [
  'BP {112..158}/{66..98}, pulse {58..96}, temperature 98.{1..9}, weight {148..262} lb.',
  'Alert, oriented, in no acute distress. {finding}.',
  'Examination: {finding}; {finding2}.',
  'On examination there is {finding}. Compared with {shortDate}, {unchanged|slightly worse|improved}.',
  '{test}',
  'Labs drawn today; prior results reviewed with the patient.',
  'Gait steady. {finding}. No edema, no rash.',
  'Affect appropriate, good eye contact. {finding}.',
  'Heart regular, lungs clear, abdomen benign. {finding}.',
  'Outside study reviewed: {test}',
  'Repeat measurement confirms {finding}.',
  'Pain {2..9}/10 with motion, {0..4}/10 at rest; {finding}.',
] as const

export const assessments = [
  '{Condition} ({icd}), {stable|not at goal|worsening|chronic}. Continue {treatment}.',
  '{Condition}: start {treatment}; return in {two|four|six|twelve} weeks.',
  '{Condition}, {mild|moderate|moderate to severe}. Discussed {treatment} and {treatment2}; patient agrees.',
  'Chronic {plain}. Refer to {physical therapy|orthopedics|audiology|mental health|neurology|pain clinic}.',
  '{Condition}. {test} Will repeat in {six|twelve} months.',
  'Symptoms of {condition} {affect|limit} occupational tasks: {he} {effect}. Letter for employer provided.',
  '{Condition} in a {age}-year-old Veteran of the {era}; increase {treatment}.',
  'Stop {medication} because of {drowsiness|stomach upset|no benefit}; try {treatment2}.',
  'Service-connected status of {condition} discussed; advised to speak with {organization}.',
  'Community care consult placed to {clinic} for {condition}.',
  '{Condition} secondary to {primaryCondition} is plausible; will defer to the compensation examiner.',
  'Return sooner for {symptom}. Otherwise {three|six} months.',
  'Work note: may not {lift over 20 pounds|climb|drive long distances|work nights} for {two|four|six} weeks.',
] as const

export const nursing = [
  'Medication reconciliation completed; {medication} on the list. Allergies: {none known|penicillin|sulfa|codeine}.',
  'Depression screen PHQ-2 {0..4}. Fall risk {low|moderate}. Pain {2..8}/10 located at the {plain} site.',
  'Patient education on {treatment} given; verbalizes understanding.',
  'Influenza vaccine {given in the left deltoid|declined}. Tetanus due {2021|2024|2028}.',
  'Reminder call made; patient will attend the {condition} appointment.',
  'Vital signs stable; weight {up|down} {2..9} pounds since last visit.',
  'Advance directive discussed; {on file|declined}. Lives with {spouse}.',
  'Patient asks for copies of records for {organization}; release of information form given.',
  'Refill of {medication} processed by mail; {30|90} day supply.',
  'Veteran reports {symptom} to triage nurse; same-day appointment offered with {primaryDoctor}.',
] as const

export const serviceEntries = [
  'Pt c/o {symptom} x {2..14} days. Hx of {event}. {finding}. Imp: {plain}. Rx {remedy}. {Light duty|No PT|Quarters} x {2..10} days.',
  'Seen at sick call for {symptom}. Denies prior injury. PE: {finding}. A: rule out {condition}. P: {remedy}, RTC prn.',
  'Follow up {plain}. {Improved|No better|Same}. {finding}. Continue {remedy}. Profile extended.',
  'Injured on duty: {event}. {symptom}. X-ray {negative|shows no fracture|pending}. Returned to duty with limitations.',
  'Consultation requested: {19..34} y/o active duty {branch} member, {job}, with {symptom}. Please evaluate.',
  'Routine visit, immunizations current. Mentions {symptom} since {event}. Advised {remedy}.',
  'Physical examination for {reenlistment|overseas duty|school|driver duty}. Notes: {symptom}. {finding}.',
  'Emergency room note: brought by unit after {event}. {finding}. X-rays ordered. Released to {quarters|duty|ward 4}.',
  'Upper respiratory infection x {2..6} days. Throat red, lungs clear. {remedy}, fluids, duty.',
  'Immunization: {typhoid|tetanus|influenza|yellow fever|smallpox} given, lot SYN-{100..999}. No reaction.',
  'Laceration of the {left|right} {hand|forearm|shin}, cleaned and closed with {three|four|six} sutures. Return in 7 days.',
  'Suture removal. Wound clean and dry. Full duty.',
  'Blisters of both heels after march. Dressed. Soft shoes x {2..5} days.',
  'Dental sick call: {caries|impacted third molar|lost filling}. Referred to dental clinic.',
  'Screened for {overseas movement|flight duty|sea duty}. Fit. Reports {symptom} off and on, no treatment wanted.',
  'Gastroenteritis, vomiting x 1 day. {remedy}, clear liquids, quarters 24 hours.',
  'Audiogram done for hearing conservation. Significant threshold shift {not noted|noted at 4000 Hz, left}.',
  'Seen again for {symptom}. States it began with {event}. {finding}. Refer to orthopedics, {next available|3 weeks}.',
] as const

/** Notes on a form that has boxes for everything else. */
export const separationNotes = [
  'Item {18..41}: {finding}.',
  'Examinee reports {symptom} since {event}; treated, {no sequelae|recurs with exertion|still present}.',
  'Denies all other significant medical or surgical history.',
  'Distant vision right 20/{20|25|30|40}, left 20/{20|25|30|40}. Color vision passed.',
  'Blood pressure {112..146}/{66..92}, pulse {58..88}. Height {64..75} inches, weight {138..214}.',
  'Whispered voice 15/15 both ears. Audiometer: {10..35} dB at 4000.',
  'Serology {negative|nonreactive}. Chest film {negative|within normal limits}. Urinalysis: albumin negative, sugar negative.',
  'History of {symptom} while at {station}, not considered disabling.',
  'Mumps and measles in childhood. Tonsils removed age {5..12}.',
  'Scar, {2..6} cm, {left|right} {forearm|knee|scalp}, well healed.',
  'Dental class {1|2|3}. Qualified.',
  'Examinee states {he} is in good health except for {plain}.',
  'No change since last physical except {symptom}.',
  'Qualified for separation. PULHES {1|2}11{1|2}11.',
] as const

export const fieldRemedies = [
  'Motrin 800 mg',
  'aspirin gr X',
  'heat and rest',
  'Ace wrap and ice',
  'Parafon Forte',
  'Actifed',
  'APC tabs',
  'Tylenol',
  'Darvon 65',
  'Robaxin',
  'hot soaks',
] as const

export const examinationHistory = [
  'The Veteran states that {his} {condition} began in {onset} while stationed at {station}, following {event}.',
  '{mister} served in the {branch} from {entered} to {left} as {job} with {unit}.',
  'The claims file was reviewed in its entirety, including the service treatment records and VA treatment notes from {facility}.',
  'Service treatment records show {event}. The separation examination is {silent for|positive for} complaints of {plain}.',
  'The Veteran reports {symptom} and {symptom2}. Current treatment consists of {treatment}.',
  'Flare-ups are described as {symptom}, occurring {weekly|twice a month|monthly}, with additional functional loss: {he} {effect}.',
  'The Veteran worked as a {occupation} for {employer}; {he} {effect}.',
  'A lay statement from {buddy} describing {symptom} was considered.',
  'After service the Veteran was first treated for {plain} at {clinic} in {pastMonth}.',
  'The Veteran takes {treatment} and {treatment2} with {partial|little|good} relief.',
  'There is no history of surgery or hospitalization for {condition}.',
  'The Veteran lives with {spouse} and describes an ordinary day limited by {symptom}.',
  'Records of {privateDoctor} from {pastMonth} confirm treatment for {condition}.',
  'Prior examinations of record were reviewed and are {consistent|inconsistent} with the present findings.',
] as const

export const examinationFindings = [
  'On examination, {finding}.',
  'There was {finding}; {finding2}.',
  'Pain was noted on examination and {did|did not} result in functional loss.',
  'After three repetitions there was {no|additional} loss of function or range of motion.',
  '{test}',
  'In accordance with Correia v. McDonald, the joint was tested on active and passive motion, in weight-bearing and nonweight-bearing.',
  'The examiner is unable to say without mere speculation whether function is further limited during flare-ups; see Sharp v. Shulkin.',
  'Muscle strength {4|5}/5, reflexes {1|2}+ and symmetric.',
  'Inspection and palpation: {finding}.',
  'Neurovascular status intact distally; {finding}.',
  'The Veteran {does|does not} use an assistive device as a normal mode of locomotion.',
  'There are no scars related to the condition that are painful, unstable, or of total area of 39 square cm or more.',
  'Function is not so diminished that amputation with prosthesis would equally serve the Veteran.',
  'Other pertinent physical findings: {finding2}.',
] as const

export const imagingFindings = [
  'No acute fracture, dislocation or destructive lesion.',
  'Soft tissues are unremarkable.',
  'Comparison is made with the study of {shortDate}; {no interval change|slight progression|improved since}.',
  'There is {mild|moderate|minimal} degenerative change.',
  'Alignment is anatomic. Joint spaces are {preserved|mildly narrowed}.',
  'No mass, hemorrhage or abnormal enhancement is seen.',
  'A {2..9} mm nonspecific density is noted, likely {benign|a vessel on end|scar}.',
  'Bone mineral density appears preserved for age {age}.',
  'The examination is limited by {motion|body habitus|positioning}.',
  'The heart size is normal and the lungs are clear.',
  'Clinical history of {symptom} is noted.',
  'Correlation with {finding} is suggested.',
] as const

/** Said in any opinion. */
export const rationales = [
  'I have considered the competent lay statements of the Veteran and of {buddy}, who observed {symptom}.',
  'A longitudinal review of the record shows {symptom} documented in {pastMonth} and again in {pastMonth}.',
  'The medical literature on {condition} was reviewed, including its relation to {primaryCondition}.',
  'The Veteran served as {job} with {unit}, duties that are documented in the personnel file.',
  'The interval of {years} years since {onset} was taken into account.',
  'Imaging and tests were reviewed. {test}',
] as const

export const favorableOpinions = [
  'It is at least as likely as not (50 percent or greater probability) that the claimed {condition} was incurred in or caused by {event} in service.',
  'Rationale: the service treatment records document {event}, and the Veteran has described {symptom} continuously since then.',
  'Medical literature supports a relationship between {primaryCondition} and {condition} through altered mechanics, medication effects, or chronic inflammation.',
  'It is at least as likely as not that {condition} was aggravated beyond its natural progression by service-connected {primaryCondition}. See 38 CFR 3.310(b).',
  'The absence of contemporaneous treatment records does not, by itself, rule out a nexus to service.',
  'The delayed onset of {condition} after {event} is consistent with the known course of the disease.',
  'Obesity, age, and post-service occupation were each considered and are less probable causes than {event}.',
  'To a reasonable degree of medical certainty, {symptom} began in {onset} and represents the first manifestation of {condition}.',
] as const

export const unfavorableOpinions = [
  'It is less likely than not (less than 50 percent probability) that the claimed {condition} was incurred in or caused by {event} in service.',
  'Rationale: there is no record of complaint, treatment, or diagnosis of {condition} for many years after separation, and intervening causes, including work as a {occupation}, are more likely.',
  'It is less likely than not that {condition} was aggravated beyond its natural progression by service-connected {primaryCondition}. See 38 CFR 3.310(b).',
  'The event in service, {event}, appears to have been acute and transitory and to have resolved with treatment.',
  'The examiner finds {condition} to be a new and separate diagnosis and not a progression of {primaryCondition}.',
  'The separation examination was normal, and the Veteran denied {symptom} at that time.',
  'An opinion on aggravation cannot be given without resort to speculation because the relevant years of treatment records are not in the file.',
  'The natural history of {condition} does not support a relationship to {event}.',
] as const
