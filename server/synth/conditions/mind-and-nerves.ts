import type { Condition } from './condition.ts'

const mental = { system: 'mental', regulation: '38 CFR 4.130' } as const
const nerve = { system: 'neurological', regulation: '38 CFR 4.124a' } as const

const mentalCriteria = [
  [
    10,
    'occupational and social impairment due to mild or transient symptoms which decrease work efficiency only during periods of significant stress',
  ],
  [
    30,
    'occupational and social impairment with occasional decrease in work efficiency and intermittent periods of inability to perform occupational tasks',
  ],
  [
    50,
    'occupational and social impairment with reduced reliability and productivity due to such symptoms as flattened affect, panic attacks more than once a week, and impairment of short- and long-term memory',
  ],
  [
    70,
    'occupational and social impairment, with deficiencies in most areas, such as work, school, family relations, judgment, thinking, or mood',
  ],
] as const

export const mindAndNerves: readonly Condition[] = [
  {
    ...mental,
    name: 'posttraumatic stress disorder (PTSD)',
    plain: 'PTSD',
    diagnosticCode: '9411',
    icd: 'F43.10',
    symptoms: [
      'nightmares of the attack {two|three|four} nights a week',
      'avoidance of crowds and fireworks',
      'hypervigilance in restaurants, always facing the door',
      'irritability and outbursts of anger at home',
      'feeling detached from the family',
    ],
    findings: [
      'affect constricted, mood "on edge"',
      'speech normal in rate, thought process linear',
      'PCL-5 score {38..71}',
      'no suicidal ideation, plan, or intent today',
      'exaggerated startle observed when a door closed in the hallway',
    ],
    tests: [
      'CAPS-5 administered: symptom severity score {31..58}, criterion A met.',
      'Mississippi Scale for Combat-Related PTSD: {98..136}.',
    ],
    treatments: [
      'sertraline 100 mg daily',
      'prazosin 5 mg at bedtime',
      'cognitive processing therapy, weekly',
      'a combat veterans group',
    ],
    events: [
      ['vietnam', 'a rocket attack on the base camp'],
      ['desert', 'an improvised explosive device striking the vehicle ahead'],
      'recovering the remains of a fellow service member',
      ['sea', 'a fire on the hangar deck'],
    ],
    effects: [
      'lost {two|three|four} jobs over conflicts with supervisors',
      'does not attend family gatherings',
      'checks the locks {three|five} times a night',
    ],
    criteria: mentalCriteria,
  },
  {
    ...mental,
    name: 'major depressive disorder',
    plain: 'depression',
    diagnosticCode: '9434',
    icd: 'F33.1',
    symptoms: [
      'low energy and loss of interest',
      'poor concentration',
      'sleeping {three|four|five} hours a night',
      'tearfulness without a clear reason',
      'guilt about not providing for the family',
    ],
    findings: [
      'PHQ-9 score {11..22}',
      'psychomotor slowing noted',
      'mood depressed, affect congruent',
      'insight good, judgment intact',
    ],
    tests: [
      'Beck Depression Inventory-II: {22..44}, moderate to severe range.',
      'TSH and B12 within normal limits; no medical cause of low mood found.',
    ],
    treatments: ['bupropion 300 mg daily', 'escitalopram 20 mg daily', 'supportive psychotherapy'],
    events: [
      'the death of a close friend in training',
      'chronic pain that began in service',
      'a divorce during deployment',
    ],
    effects: [
      'does not leave the house for days',
      'no longer hunts or fishes',
      'was written up for missed deadlines',
    ],
    criteria: mentalCriteria,
  },
  {
    ...mental,
    name: 'generalized anxiety disorder',
    plain: 'anxiety',
    diagnosticCode: '9400',
    icd: 'F41.1',
    symptoms: [
      'constant worry',
      'panic attacks {once|twice} a week',
      'restlessness and muscle tension',
      'racing thoughts at bedtime',
    ],
    findings: [
      'GAD-7 score {10..20}',
      'fidgeting with hands throughout the interview',
      'mood anxious, affect full',
      'memory for recent events mildly impaired',
    ],
    tests: ['Beck Anxiety Inventory: {18..40}.', 'EKG obtained for palpitations: normal sinus rhythm.'],
    treatments: ['buspirone 15 mg twice daily', 'hydroxyzine 25 mg as needed', 'relaxation training'],
    events: [
      'an accident that killed two members of the unit',
      ['air', 'duty on a nuclear surety team'],
      ['sea', 'a grounding at sea'],
      ['sea', 'shore patrol during a riot'],
    ],
    effects: [
      'leaves stores without finishing the shopping',
      'calls in sick before presentations',
      'cannot drive on highways',
    ],
    criteria: mentalCriteria,
  },
  {
    ...nerve,
    name: 'migraine headaches',
    plain: 'migraines',
    diagnosticCode: '8100',
    icd: 'G43.709',
    symptoms: [
      'throbbing headache with nausea and light sensitivity',
      'headaches lasting {six|twelve|twenty-four} hours',
      'visual aura before a headache',
      'prostrating headache {two|three|four} times a month',
    ],
    findings: [
      'cranial nerves II through XII intact',
      'photophobia during the examination',
      'fundi benign, discs sharp',
      'no focal neurological deficit',
    ],
    tests: [
      'MRI brain without contrast: no acute abnormality, scattered nonspecific white matter foci.',
      'Headache diary reviewed: {6..14} headache days in the last month.',
    ],
    treatments: ['sumatriptan 50 mg at onset', 'topiramate 100 mg twice daily', 'rest in a dark room'],
    events: [
      'a blow to the head in a fall',
      ['sea', 'a blow to the head from a hatch cover'],
      ['air', 'exposure to jet fuel vapors'],
      ['ground', 'concussive blast from outgoing artillery'],
    ],
    effects: [
      'must leave work and lie down',
      'used all sick leave by {June|August|September}',
      'cannot look at a computer screen during attacks',
    ],
    criteria: [
      [10, 'characteristic prostrating attacks averaging one in 2 months over last several months'],
      [
        30,
        'characteristic prostrating attacks occurring on an average once a month over last several months',
      ],
      [
        50,
        'very frequent completely prostrating and prolonged attacks productive of severe economic inadaptability',
      ],
    ],
  },
  {
    ...nerve,
    name: 'left lower extremity radiculopathy',
    plain: 'sciatica of the left leg',
    diagnosticCode: '8520',
    icd: 'M54.32',
    symptoms: [
      'shooting pain down the left leg',
      'numbness of the left foot',
      'tingling in the left calf after sitting',
      'tripping over the left foot',
    ],
    findings: [
      'left ankle reflex 1+, right 2+',
      'decreased light touch over the left L5 dermatome',
      'straight leg raise positive on the left at {30..60} degrees',
      'left great toe extension 4/5',
    ],
    tests: [
      'EMG and nerve conduction study: chronic left L5 radiculopathy.',
      'MRI: left paracentral protrusion at L5-S1 touching the traversing S1 root.',
    ],
    treatments: [
      'gabapentin 600 mg three times daily',
      'epidural steroid injection',
      'duloxetine 60 mg daily',
    ],
    events: [
      'the same injury that hurt the low back',
      ['sea', 'a jump from a landing craft'],
      ['ground', 'years of driving tracked vehicles'],
    ],
    effects: [
      'cannot drive longer than {30..60} minutes',
      'drags the left foot when tired',
      'cannot feel the clutch pedal',
    ],
    criteria: [
      [10, 'mild incomplete paralysis of the sciatic nerve'],
      [20, 'moderate incomplete paralysis of the sciatic nerve'],
      [40, 'moderately severe incomplete paralysis of the sciatic nerve'],
    ],
  },
  {
    ...nerve,
    name: 'residuals of traumatic brain injury (TBI)',
    plain: 'head injury',
    diagnosticCode: '8045',
    icd: 'S06.2X9S',
    symptoms: [
      'trouble finding words',
      'forgetting appointments',
      'dizziness when standing',
      'sensitivity to noise',
    ],
    findings: [
      'Montreal Cognitive Assessment {20..27} of 30',
      'recalls {two|three} of five words at five minutes',
      'finger-to-nose intact',
      'tandem gait mildly unsteady',
    ],
    tests: [
      'Neuropsychological testing: mild deficits in processing speed and divided attention.',
      'CT head without contrast: no intracranial hemorrhage.',
    ],
    treatments: [
      'speech therapy for memory strategies',
      'a smartphone reminder program',
      'amantadine 100 mg twice daily',
    ],
    events: [
      ['ground', 'an explosion near the gun position'],
      'a fall from a cargo net',
      'a motorcycle accident while on active duty',
    ],
    effects: [
      'needs written lists for the simplest errands',
      'was let go for repeated mistakes',
      'gets lost on familiar roads',
    ],
    criteria: [
      [10, 'a level of 1 in the most affected facet of cognitive impairment and other residuals'],
      [40, 'a level of 2 in the most affected facet of cognitive impairment and other residuals'],
      [70, 'a level of 3 in the most affected facet of cognitive impairment and other residuals'],
    ],
  },
  {
    ...nerve,
    name: 'right carpal tunnel syndrome',
    plain: 'right wrist and hand numbness',
    diagnosticCode: '8515',
    icd: 'G56.01',
    symptoms: [
      'numbness of the right thumb and index finger',
      'dropping tools',
      'waking with the right hand asleep',
    ],
    findings: [
      'Tinel and Phalen signs positive on the right',
      'thenar strength 4/5',
      'two-point discrimination reduced to {7..10} mm',
    ],
    tests: ['Nerve conduction study: moderate right median neuropathy at the wrist.'],
    treatments: ['a cock-up wrist splint at night', 'carpal tunnel release', 'an ergonomic keyboard'],
    events: [
      ['ground', 'years of work as a teletype operator'],
      'use of pneumatic tools in the motor pool',
      ['sea', 'chipping paint aboard ship'],
    ],
    effects: [
      'cannot button a shirt quickly',
      'cannot grip a steering wheel for long',
      'types with the left hand only',
    ],
    criteria: [
      [10, 'mild incomplete paralysis of the median nerve'],
      [30, 'moderate incomplete paralysis of the median nerve, major hand'],
      [50, 'severe incomplete paralysis of the median nerve, major hand'],
    ],
  },
]
