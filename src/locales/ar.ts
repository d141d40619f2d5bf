import { plural } from './plural.js';
import { registerLanguage } from './registry.js';
import type { Language } from './texts.js';

function categoryOf(n: number): Intl.LDMLPluralRule {
  if (n <= 2) return (['zero', 'one', 'two'] as const)[n] ?? 'other';
  const tens = n % 100;
  if (tens < 3) return 'other';
  return tens <= 10 ? 'few' : 'many';
}

/** U+2066 … U+2069 keep Latin text, and text that begins with a sign, left to right. */
export const texts: Language = {
  lang: 'ar',
  // The genitive, which «بعد» governs.
  hours: plural(
    'ar',
    {
      zero: '{n}\u00A0ساعة',
      one: 'ساعة واحدة',
      two: 'ساعتين',
      few: '{n}\u00A0ساعات',
      many: '{n}\u00A0ساعة',
      other: '{n}\u00A0ساعة',
    },
    categoryOf,
  ),
  minutes: plural(
    'ar',
    { one: 'دقيقة واحدة', two: 'دقيقتين', few: '{n}\u00A0دقائق', other: '{n}\u00A0دقيقة' },
    categoryOf,
  ),
  seconds: plural(
    'ar',
    { one: 'ثانية واحدة', two: 'ثانيتين', few: '{n}\u00A0ثوانٍ', other: '{n}\u00A0ثانية' },
    categoryOf,
  ),

  'invalid-request': 'حدث خطأ ما. أعد تحميل الصفحة وحاول مرة أخرى.',
  'wrong-code': plural(
    'ar',
    {
      one: 'الرمز غير صحيح. راجع الرسالة النصية وحاول مرة أخرى. تبقّت محاولة واحدة.',
      two: 'الرمز غير صحيح. راجع الرسالة النصية وحاول مرة أخرى. تبقّت محاولتان.',
      few: 'الرمز غير صحيح. راجع الرسالة النصية وحاول مرة أخرى.[ تبقّت\u00A0{n}\u00A0محاولات.]',
      other: 'الرمز غير صحيح. راجع الرسالة النصية وحاول مرة أخرى.[ تبقّت\u00A0{n}\u00A0محاولة.]',
    },
    categoryOf,
  ),
  'wrong-credentials': 'اسم المستخدم أو كلمة المرور غير صحيحة. حاول مرة أخرى.',
  'session-expired': 'انتهت الجلسة. سجّل الدخول مرة أخرى.',
  'code-expired': 'لم يعد هذا الرمز صالحًا. احصل على رمز جديد.',
  policy: 'لا يمكن استخدام هذه القيمة. أدخل قيمة أخرى.',
  'policy-login': 'أدخل اسم مستخدم من 4 إلى 32 خانة: \u2066a–z 0–9 _ . -\u2069',
  'policy-password': 'أدخل كلمة مرور من 8 إلى 128 خانة.',
  'policy-displayName': 'أدخل اسمًا آخر لا يتجاوز 64 حرفًا.',
  'too-soon': 'أُرسل رمز قبل قليل. أدخله أو احصل على رمز جديد[ بعد\u00A0{time}| لاحقًا].',
  blocked: 'أُدخلت رموز خاطئة كثيرة.[ حاول مرة أخرى بعد\u00A0{time}.| حاول مرة أخرى لاحقًا.]',
  'too-many-requests': 'محاولات كثيرة جدًا.[ حاول مرة أخرى بعد\u00A0{time}.| حاول مرة أخرى لاحقًا.]',
  server: 'حدث خطأ في الخادم. حاول مرة أخرى لاحقًا.',
  'sms-failed': 'تعذّر إرسال الرسالة النصية. حاول مرة أخرى.',
  challenge: 'تعذّر التحقق من أنك لست روبوتًا. حاول مرة أخرى.',
  'challenge-insecure': 'هذه الصفحة غير آمنة. افتحها عبر https وحاول مرة أخرى.',
  'unknown-user': 'لا يوجد حساب بهذه البيانات. تحقّق منها أو أنشئ حسابًا.',
  refused: 'تعذّر ذلك الآن. حاول لاحقًا أو بطريقة أخرى.',
  'invalid-phone': 'أدخل رقمًا روسيًا: \u2066+7\u2069 وعشرة أرقام.',
  'invalid-code': 'أدخل الرمز الوارد في الرسالة النصية.',
  offline: 'لا يوجد اتصال بالإنترنت. تحقّق من الاتصال وحاول مرة أخرى.',
  timeout: 'الخادم لا يستجيب. حاول مرة أخرى.',
  network: 'تعذّر الوصول إلى الخادم. تحقّق من اتصالك بالإنترنت وحاول مرة أخرى.',
  'invalid-response': 'تعذّرت قراءة رد الخادم. حاول مرة أخرى لاحقًا.',
  'no-session': 'تم تأكيد الرقم، لكن تعذّر تسجيل الدخول. ابدأ من جديد.',
  cancelled: 'تم الإلغاء. حاول مرة أخرى إذا لزم الأمر.',

  phone: 'رقم الهاتف',
  phoneMissing: 'أدخل رقم هاتفك.',
  phoneTooShort: 'الرقم غير مكتمل. أدخل الأرقام العشرة كلها بعد \u2066+7\u2069.',
  phoneForeign: 'لا يمكن هنا إلا استخدام الأرقام التي تبدأ بـ \u2066+7\u2069.',
  phoneTooLong: 'الرقم طويل جدًا. يجب أن تكون عشرة أرقام بعد \u2066+7\u2069.',
  phoneCountry: 'البلد',
  phoneIncomplete: 'الرقم غير مكتمل.',
  phoneTooManyDigits: 'عدد أرقام الهاتف أكثر من اللازم.',
  phoneNotTaken: 'لا يمكن هنا استخدام أرقام بهذا الرمز الدولي.[ الرموز الممكنة: \u2066{codes}\u2069.]',
  phonePlus: 'ابدأ الرقم بعلامة \u2066+\u2069 ثم رمز البلد.',

  confirmationCode: 'رمز التأكيد',
  codeMissing: 'أدخل الرمز.',
  codeSentTo: 'أرسلنا رمزًا إلى الرقم',
  back: 'رجوع',

  signInTitle: 'تسجيل الدخول',
  registerTitle: 'إنشاء حساب',
  signInMethods: 'طريقة تسجيل الدخول',
  registerMethods: 'طريقة إنشاء الحساب',
  phoneMethod: 'الهاتف',
  passwordMethod: 'كلمة المرور',
  displayName: 'اسمك',
  login: 'اسم المستخدم',
  password: 'كلمة المرور',
  repeat: 'كلمة المرور مرة أخرى',
  code: 'الرمز من الرسالة النصية',
  codeHint: 'يُتحقَّق من الرمز تلقائيًا بعد إدخال آخر رقم.',
  loginHint: 'من 4 إلى 32 خانة: \u2066a–z 0–9 _ . -\u2069',
  passwordHint: '8 خانات على الأقل',
  showPassword: 'إظهار كلمة المرور',
  emptyField: 'املأ هذا الحقل.',
  passwordMismatch: 'كلمتا المرور غير متطابقتين. أدخل كلمة المرور مرة أخرى.',
  loginTaken: 'اسم المستخدم هذا محجوز. إذا كان لك، فأدخل كلمة مروره.',
  requestCode: 'الحصول على رمز',
  signIn: 'تسجيل الدخول',
  createAccount: 'إنشاء حساب',
  confirmCode: 'تأكيد',
  saveName: 'متابعة',
  haveAccount: 'هل لديك حساب؟ سجّل الدخول',
  resend: 'الحصول على رمز جديد',
  signInByPassword: 'تسجيل الدخول بكلمة مرور',
  registerByPassword: 'إنشاء حساب بكلمة مرور',
  startOver: 'البدء من جديد',
  signOut: 'تسجيل الخروج',
  forgotPassword: 'هل نسيت كلمة المرور؟',
  terms: 'شروط الاستخدام',
  privacy: 'سياسة الخصوصية',
  retryIn: 'حاول مرة أخرى بعد\u00A0{time}.',
  resendIn: 'رمز جديد بعد\u00A0{time}',
  resendReady: 'يمكنك الآن الحصول على رمز جديد.',
  earlierCodeSentTo: 'أُرسل رمز قبل قليل إلى الرقم',
  nameTitle: 'ما اسمك؟',
  nameHint: 'سيرى الآخرون هذا الاسم.',
  confirmedTitle: 'تم تأكيد الرقم',
  signedInAs: 'تم تسجيل الدخول باسم \u2068{name}\u2069',
  accountCreated: 'أنشأنا حسابًا جديدًا[: «\u2068{login}\u2069»]. هل أخطأت في الكتابة؟ سجّل الخروج.',
  busy: 'لحظة من فضلك…',
  checking: 'نتحقق من أنك لست روبوتًا…',
  confirmBelow: 'أكّد في الأسفل أنك لست روبوتًا.',
};

registerLanguage(texts);
