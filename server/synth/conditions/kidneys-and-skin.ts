import type { Condition } from './condition.ts'

export const kidneysAndSkin: readonly Condition[] = [
  {
    name: 'residuals of prostate cancer',
    onlyMen: true,
    plain: 'prostate cancer',
    system: 'genitourinary',
    regulation: '38 CFR 4.115b',
    diagnosticCode: '7528',
    icd: 'C61',
    symptoms: [
      'urinary frequency every {one|two} hours',
      'waking {three|four|five} times to void',
      'leakage requiring pads',
      'fatigue after radiation',
    ],
    findings: [
      'prostate surgically absent, no nodularity',
      'absorbent pads changed {two|three|four} times a day',
      'no inguinal adenopathy',
    ],
    tests: ['PSA {0.04|0.1|0.3|1.8} ng/mL.', 'Pathology: adenocarcinoma, Gleason 3 + 4 = 7.'],
    treatments: [
      'robotic radical prostatectomy',
      'external beam radiation, {38..44} fractions',
      'oxybutynin 5 mg twice daily',
    ],
    events: [
      ['vietnam', 'exposure to Agent Orange in the Republic of Vietnam'],
      ['vietnam', 'herbicide spraying at the perimeter of a base in Thailand'],
    ],
    effects: ['cannot be far from a restroom', 'changes clothing at work', 'stopped traveling'],
    criteria: [
      [20, 'requiring the wearing of absorbent materials which must be changed less than 2 times per day'],
      [40, 'requiring the wearing of absorbent materials which must be changed 2 to 4 times per day'],
      [
        60,
        'requiring the use of an appliance or the wearing of absorbent materials which must be changed more than 4 times per day',
      ],
    ],
  },
  {
    name: 'chronic kidney disease',
    plain: 'kidney disease',
    system: 'genitourinary',
    regulation: '38 CFR 4.115a',
    diagnosticCode: '7541',
    icd: 'N18.31',
    symptoms: ['swelling of the ankles', 'fatigue', 'foamy urine'],
    findings: ['1+ pitting edema', 'blood pressure {136..158}/{80..96}', 'no flank tenderness'],
    tests: [
      'Estimated GFR {34..58} mL/min for more than three months.',
      'Renal ultrasound: increased cortical echogenicity.',
    ],
    treatments: [
      'losartan 50 mg daily',
      'avoidance of nonsteroidal drugs',
      'nephrology follow-up every four months',
    ],
    events: [
      'contaminated drinking water at Camp Lejeune',
      'albumin in the urine noted in service',
      ['sea', 'kidney stones treated at sea'],
    ],
    effects: ['cannot work in heat', 'follows a renal diet'],
    criteria: [
      [30, 'glomerular filtration rate from 45 to 59 mL/min/1.73 m2 for at least 3 consecutive months'],
      [60, 'glomerular filtration rate from 30 to 44 mL/min/1.73 m2 for at least 3 consecutive months'],
    ],
  },
  {
    name: 'chronic eczema',
    plain: 'skin rash',
    system: 'skin',
    regulation: '38 CFR 4.118',
    diagnosticCode: '7806',
    icd: 'L30.9',
    symptoms: [
      'itching rash of the hands and forearms',
      'cracking and bleeding of the skin',
      'rash spreading in summer',
    ],
    findings: [
      'erythematous scaling plaques of both forearms',
      'involvement of {5..35} percent of the entire body',
      'lichenification of the dorsal hands',
      'no secondary infection',
    ],
    tests: ['Skin biopsy: spongiotic dermatitis.', 'Patch testing positive to rubber accelerators.'],
    treatments: [
      'triamcinolone 0.1 percent cream',
      'clobetasol ointment',
      'a course of oral prednisone',
      'dupilumab injections',
    ],
    events: [
      ['vietnam', 'jungle rot in the field'],
      'contact with cleaning solvents in the armory',
      'rash treated at sick call in {June|July|August}',
    ],
    effects: ['cannot wear gloves', 'is embarrassed to shake hands', 'wakes scratching'],
    criteria: [
      [10, 'at least 5 percent, but less than 20 percent, of the entire body affected'],
      [
        30,
        '20 to 40 percent of the entire body affected, or systemic therapy for a total duration of 6 weeks or more',
      ],
      [60, 'more than 40 percent of the entire body affected, or constant or near-constant systemic therapy'],
    ],
  },
  {
    name: 'painful surgical scar',
    plain: 'scar',
    system: 'skin',
    regulation: '38 CFR 4.118',
    diagnosticCode: '7804',
    icd: 'L90.5',
    symptoms: ['tenderness over the scar', 'the scar opening after friction', 'numbness around the scar'],
    findings: [
      'linear scar {4..14} cm by 0.3 cm, tender to palpation',
      'scar stable without keloid',
      'no limitation of motion due to the scar',
    ],
    tests: ['Photographs of the scar were taken and placed in the record.'],
    treatments: ['lidocaine patch', 'silicone sheeting'],
    events: [
      'shrapnel removed at a field hospital',
      ['sea', 'hernia repair at a naval hospital'],
      'burns from a field stove',
    ],
    effects: ['cannot wear a tool belt', 'cannot carry a pack'],
    criteria: [
      [10, 'one or two scars that are unstable or painful'],
      [20, 'three or four scars that are unstable or painful'],
      [30, 'five or more scars that are unstable or painful'],
    ],
  },
]
