import { foldText, toLatin } from "./skeleton.ts";

/** Stems of one language: requests, and the private things that no tool should request. */
interface Words {
  ask: string;
  conversation: string;
  environment: string;
  credentials: string;
}

/*
 * Stems, folded like the text; a space matches any run of blanks. English is separate: most honest descriptions are in English,
 * so its words count only in a given order.
 */
const LANGUAGES: Readonly<Record<string, Words>> = {
  german: {
    ask: "füg|gib|geben sie|übergib|übergeben|übermitt|send|schick|schreib|kopier|hänge|anhängen|trag|teile|teilen sie|nenn|muss|müssen|bitte|enthalten|enthält|einfüg|mitgeben|mitsend|beifüg|hinterleg|weiterleit",
    conversation:
      "gesprächsverlauf|chatverlauf|unterhaltungsverlauf|gesamte gespräch|ganze gespräch|gesamte unterhaltung|ganze unterhaltung|gesamten dialog|bisherige gespräch|bisherigen gespräch|bisherige unterhaltung|bisherigen unterhaltung|bisherigen nachrichten|vorherigen nachrichten|konversation|systemprompt|nachrichtenverlauf|gespräch mit dem nutzer|gespräch mit dem benutzer",
    environment: "umgebungsvariable|systemumgebung|umgebung des prozesses",
    credentials:
      "passwort|passwört|kennwort|kennwört|zugangsdaten|anmeldedaten|zugangsschlüssel|api schlüssel|apischlüssel|geheime schlüssel|private schlüssel|privaten schlüssel|zugriffstoken|geheimnisse",
  },
  french: {
    ask: "inclu|ajout|fourni|envoy|transme|colle|copi|joign|joindre|donne|met|indique|renseign|partag|passe|recopi|insér|doi|veuillez|saisi|communiqu|rempli",
    conversation:
      "historique de la conversation|historique des messages|historique du chat|historique de conversation|historique de la discussion|toute la conversation|totalité de la conversation|intégralité de la conversation|conversation complète|conversation entière|conversation en cours|messages précédents|conversation avec l|échanges précédents|invite système|prompt système|ensemble de la conversation",
    environment: "variables d.environnement|variables de l.environnement|variable d.environnement",
    credentials:
      "mot de passe|mots de passe|identifiants|clé d.api|clés d.api|clé api|clés api|clé privée|clés privées|clés secrètes|jeton d.accès|jetons d.accès|informations d.identification|informations de connexion|secrets",
  },
  spanish: {
    ask: "inclu|añad|agreg|proporcion|envi|adjunt|peg|copi|pas|entreg|escrib|indic|introduc|ingres|insert|compart|debe|por favor|transmit|pon |rellen|facilit|suministr",
    conversation:
      "historial de la conversación|historial del chat|historial de mensajes|historial de conversación|historial completo|toda la conversación|conversación completa|conversación entera|conversación hasta|mensajes anteriores|mensajes previos|conversación con el usuario|conversación anterior|conversación actual|prompt del sistema",
    environment: "variables de entorno|variable de entorno|variables del entorno",
    credentials:
      "contraseña|credencial|clave de api|claves de api|clave api|claves api|clave privada|claves privadas|claves secretas|token de acceso|tokens de acceso|clave de acceso|claves de acceso|secretos",
  },
  italian: {
    ask: "inclu|aggiung|fornis|forni|invi|alleg|incoll|copi|pass|inser|scriv|indic|condivid|deve|devi|per favore|trasmett|riporta|comunic",
    conversation:
      "cronologia della conversazione|cronologia della chat|cronologia dei messaggi|cronologia completa|intera conversazione|tutta la conversazione|conversazione completa|conversazione intera|conversazione finora|messaggi precedenti|conversazione con l|storico della conversazione|storia della conversazione|prompt di sistema",
    environment: "variabili d.ambiente|variabili di ambiente|variabile d.ambiente|variabili dell.ambiente",
    credentials:
      "password|parola d.ordine|parole d.ordine|credenzial|chiave api|chiavi api|chiave privata|chiavi private|chiavi segrete|token di accesso|chiavi di accesso|segreti",
  },
  portuguese: {
    ask: "inclu|adicion|forne|envi|anex|col[ea]|copi|pass|insir|inser|escrev|indi|compartilh|partilh|deve|por favor|transmit|preench|informe",
    conversation:
      "histórico da conversa|histórico do chat|histórico de mensagens|histórico de conversa|histórico completo|toda a conversa|conversa inteira|conversa completa|conversa até|mensagens anteriores|conversa com o|conversa anterior|prompt do sistema",
    environment: "variáveis de ambiente|variável de ambiente|variáveis do ambiente",
    credentials:
      "senha|palavra passe|palavras passe|palavra-passe|palavras-passe|credencia|chave de api|chaves de api|chave api|chaves api|chave da api|chaves da api|chave privada|chaves privadas|chaves secretas|token de acesso|tokens de acesso|segredos",
  },
  dutch: {
    ask: "voeg|geef|verstuur|stuur|plak|kopieer|vul|vermeld|neem|deel|moet|gelieve|alstublieft|schrijf|lever|zet|plaats|verstrek",
    conversation:
      "gespreksgeschiedenis|chatgeschiedenis|berichtgeschiedenis|hele gesprek|volledige gesprek|gehele gesprek|gesprek tot nu|eerdere berichten|vorige berichten|gesprek met de gebruiker|conversatie|systeemprompt",
    environment: "omgevingsvariabele",
    credentials:
      "wachtwoord|inloggegevens|aanmeldgegevens|api sleutel|api-sleutel|apisleutel|privésleutel|geheime sleutel|toegangstoken|referenties|toegangssleutel|geheimen",
  },
  polish: {
    ask: "dołącz|podaj|podać|przekaż|wyślij|wklej|skopiuj|dodaj|umieść|wpisz|prześlij|załącz|uwzględnij|proszę|musi|należy|udostępnij|przepisz|zawrzyj",
    conversation:
      "historię rozmowy|historia rozmowy|historii rozmowy|historię czatu|historia czatu|historii czatu|całą rozmowę|cała rozmowa|całej rozmowy|pełną rozmowę|całą konwersację|historię konwersacji|historia konwersacji|dotychczasową rozmowę|poprzednie wiadomości|poprzednich wiadomości|wszystkie wiadomości|rozmowę z użytkownikiem|prompt systemowy",
    environment: "zmienne środowiskow|zmiennych środowiskow|zmienną środowiskow",
    credentials:
      "hasło|hasła|haseł|dane logowania|danych logowania|dane uwierzytelniające|poświadcze|klucz api|klucze api|kluczy api|klucz prywatny|klucze prywatne|token dostępu|tokeny dostępu|sekrety|dane dostępowe",
  },
  czech: {
    ask: "přilož|uveď|uveďte|předej|pošli|vlož|zkopíruj|přidej|zahrň|odešli|prosím|musí|poskytn|napiš|zapiš",
    conversation:
      "historii konverzace|historie konverzace|celou konverzaci|celá konverzace|historii chatu|celý rozhovor|předchozí zprávy|dosavadní konverzac",
    environment: "proměnné prostředí|proměnných prostředí",
    credentials:
      "hesl|přihlašovací údaje|přihlašovacích údajů|api klíč|klíč api|klíče api|soukromý klíč|soukromé klíče|přístupový token",
  },
  russian: {
    ask: "включ|добав|передай|передать|передавай|предостав|отправ|пришли|вставь|вставьте|скопиру|укаж|приложи|прикрепи|впиши|запиши|напиши|введи|помести|сообщи|пожалуйста|долж|необходимо|перечисли|переда",
    conversation:
      "историю разговора|история разговора|истории разговора|историю переписк|история переписк|историю диалога|история диалога|историю чата|история чата|историю беседы|история беседы|весь разговор|всю переписку|весь диалог|всю беседу|полный текст разговора|предыдущие сообщения|предыдущих сообщений|все сообщения|разговор с пользователем|системный промпт|системную подсказку|историю сообщений",
    environment: "переменные окружения|переменных окружения|переменную окружения|переменные среды|переменных среды",
    credentials:
      "парол|учетные данные|учетных данных|ключ api|ключи api|ключей api|api ключ|api-ключ|закрытый ключ|закрытые ключи|приватный ключ|приватные ключи|секретные ключи|секретный ключ|токен доступа|токены доступа|секреты|данные для входа|логин",
  },
  ukrainian: {
    ask: "включ|додай|додати|передай|передати|надай|надати|надішл|встав|скопію|вкажи|вкажіть|прикріп|долуч|впиши|запиши|введ|помісти|будь ласка|повин|необхідно|потрібно",
    conversation:
      "історію розмови|історія розмови|історії розмови|історію чату|історія чату|історію листування|історію діалогу|всю розмову|усю розмову|весь діалог|увесь діалог|повну розмову|попередні повідомлення|попередніх повідомлень|системний промпт|історію повідомлень",
    environment: "змінні середовища|змінних середовища|змінні оточення|змінних оточення",
    credentials:
      "парол|облікові дані|облікових даних|ключ api|ключі api|api ключ|api-ключ|приватний ключ|приватні ключі|секретні ключі|токен доступу|токени доступу|секрети",
  },
  turkish: {
    ask: "ekle|dahil|gönder|yapıştır|kopyala|ver|ilet|yaz|gir|paylaş|lütfen|sağla|aktar|koy|doldur|belirt|içermeli",
    conversation:
      "konuşma geçmişi|sohbet geçmişi|mesaj geçmişi|tüm konuşma|bütün konuşma|konuşmanın tamamı|tüm sohbet|sohbetin tamamı|önceki mesajlar|önceki konuşma|sistem istemi|yazışma",
    environment: "ortam değişken|çevre değişken",
    credentials: "şifre|parola|kimlik bilgi|api anahtar|özel anahtar|gizli anahtar|erişim belirte|erişim anahtar|giriş bilgi",
  },
  arabic: {
    ask: "أدرج|ادرج|أضف|اضف|ضع|أرسل|ارسل|قدم|مرر|انسخ|الصق|أرفق|ارفق|زود|اكتب|شارك|يجب|يرجى|تضمين|ضمن|أدخل|ادخل|إرسال|تقديم|أعط",
    conversation:
      "سجل المحادثة|تاريخ المحادثة|المحادثة الكاملة|المحادثة كاملة|المحادثة بالكامل|كامل المحادثة|المحادثة بأكملها|كل المحادثة|سجل الدردشة|الدردشة كاملة|الرسائل السابقة|المحادثة السابقة|جميع الرسائل|المحادثة مع المستخدم|نص المحادثة|موجه النظام",
    environment: "متغيرات البيئة|متغيرات بيئة|متغير البيئة",
    credentials:
      "كلمة المرور|كلمات المرور|كلمة السر|كلمات السر|بيانات الاعتماد|بيانات الدخول|مفتاح api|مفاتيح api|مفتاح واجهة|مفاتيح واجهة|المفتاح الخاص|المفاتيح الخاصة|رمز الوصول|رموز الوصول|المفاتيح السرية|بيانات تسجيل الدخول",
  },
  hebrew: {
    ask: "כלול|הוסף|הוסיפו|צרף|צרפו|שלח|שלחו|העבר|העבירו|ספק|ספקו|הדבק|העתק|כתוב|רשום|הזן|תן|שתף|חובה|יש ל|אנא|נא ",
    conversation:
      "היסטוריית השיחה|היסטוריית הצ.אט|היסטוריית ההודעות|כל השיחה|השיחה המלאה|השיחה כולה|השיחה עד כה|ההודעות הקודמות|תמלול השיחה|הנחיית המערכת",
    environment: "משתני הסביבה|משתני סביבה|משתנה סביבה",
    credentials:
      "סיסמ|פרטי ההתחברות|פרטי התחברות|פרטי הזדהות|אישורי|מפתח api|מפתחות api|מפתח ה.?api|מפתחות ה.?api|מפתח פרטי|מפתחות פרטיים|אסימון גישה|אסימוני גישה|סודות",
  },
  persian: {
    ask: "قرار ده|اضافه کن|ارسال کن|بفرست|وارد کن|کپی کن|بنویس|لطفا|باید|ارائه|بگنجان|شامل",
    conversation:
      "تاریخچه گفتگو|تاریخچه گفت|تاریخچه مکالمه|کل گفتگو|تمام گفتگو|کل مکالمه|تمام مکالمه|پیام های قبلی|پیام‌های قبلی",
    environment: "متغیرهای محیطی|متغیر محیطی|متغیرهای محیط",
    credentials: "رمز عبور|گذرواژه|اطلاعات ورود|کلید api|کلیدهای api|کلید خصوصی|توکن دسترسی|اعتبارنامه",
  },
  hindi: {
    ask: "शामिल|जोड़|भेज|दें|दो|दीजिए|प्रदान|कॉपी|चिपका|लिख|डाल|भर|कृपया|चाहिए|संलग्न|साझा|बताएं|बताए",
    conversation:
      "बातचीत का इतिहास|बातचीत का पूरा|पूरी बातचीत|संपूर्ण बातचीत|सारी बातचीत|बातचीत के इतिहास|चैट इतिहास|चैट का इतिहास|पूरी चैट|वार्तालाप|पिछले संदेश|पिछली बातचीत|सिस्टम प्रॉम्प्ट|अब तक की बातचीत",
    environment: "पर्यावरण चर|परिवेश चर|एनवायरनमेंट वेरिएबल|एनवायरमेंट वेरिएबल|environment variable",
    credentials: "पासवर्ड|क्रेडेंशियल|प्रमाण पत्र|api कुंजी|एपीआई कुंजी|निजी कुंजी|एक्सेस टोकन|गुप्त कुंजी|api key|लॉगिन जानकारी",
  },
  bengali: {
    ask: "অন্তর্ভুক্ত|যোগ|পাঠা|দিন|দাও|প্রদান|কপি|লিখ|সংযুক্ত|অনুগ্রহ",
    conversation: "কথোপকথনের ইতিহাস|সম্পূর্ণ কথোপকথন|পুরো কথোপকথন|চ্যাট ইতিহাস|আগের বার্তা",
    environment: "এনভায়রনমেন্ট ভেরিয়েবল|পরিবেশ ভেরিয়েবল|পরিবেশ চলক",
    credentials: "পাসওয়ার্ড|শংসাপত্র|এপিআই কী|api কী|ব্যক্তিগত কী|অ্যাক্সেস টোকেন",
  },
  chinese: {
    ask: "包含|包括|提供|发送|發送|传入|傳入|传递|傳遞|填写|填寫|填入|粘贴|貼上|复制|複製|附上|附加|写入|寫入|输入|輸入|必须|必須|请|請|放入|提交|告诉|告訴|把|将|將|加入|上传|上傳",
    conversation:
      "对话历史|對話歷史|对话记录|對話記錄|完整对话|完整對話|全部对话|全部對話|整个对话|整個對話|所有对话|聊天记录|聊天記錄|聊天历史|聊天歷史|完整的对话|完整的對話|之前的消息|先前的訊息|历史消息|歷史訊息|会话内容|会话历史|會話歷史|对话内容|對話內容|上下文对话|系统提示词|系統提示詞|到目前为止的对话|至今的对话|对话全文",
    environment: "环境变量|環境變數|環境變量",
    credentials: "密码|密碼|凭据|憑據|凭证|憑證|密钥|密鑰|金鑰|私钥|私鑰|访问令牌|存取權杖|訪問令牌|登录信息|登入資訊|口令",
  },
  japanese: {
    ask: "含め|渡し|送信|送っ|入力|貼り付け|コピー|記入|提供|添付|記載|書い|してください|して下さい|必ず|指定|入れ|教え|追加",
    conversation:
      "会話履歴|会話の履歴|会話全体|会話の全|会話のすべて|会話をすべて|すべての会話|全ての会話|これまでの会話|今までの会話|会話内容|チャット履歴|チャットの履歴|やり取り|やりとり|以前のメッセージ|過去のメッセージ|対話履歴|システムプロンプト|会話ログ|会話を全",
    environment: "環境変数",
    credentials:
      "パスワード|認証情報|資格情報|apiキー|秘密鍵|アクセストークン|シークレット|ログイン情報|暗証番号|クレデンシャル",
  },
  korean: {
    ask: "포함|전달|보내|입력|붙여|복사|제공|첨부|작성|하세요|하십시오|해주세요|해 주세요|반드시|넣|추가|기입|전송|알려",
    conversation:
      "대화 기록|대화기록|대화 내역|대화내역|대화 전체|전체 대화|대화 내용|모든 대화|지금까지의 대화|이전 대화|이전 메시지|채팅 기록|채팅기록|채팅 내역|시스템 프롬프트|대화 이력",
    environment: "환경 변수|환경변수",
    credentials:
      "비밀번호|암호|자격 증명|자격증명|api 키|api키|개인 키|개인키|액세스 토큰|접근 토큰|비밀 키|비밀키|로그인 정보|인증 정보|패스워드",
  },
  vietnamese: {
    ask: "bao gồm|cung cấp|gửi|dán|sao chép|đính kèm|điền|nhập|thêm|truyền|viết|hãy|vui lòng|phải|chia sẻ|đưa|kèm",
    conversation:
      "lịch sử trò chuyện|lịch sử hội thoại|lịch sử cuộc trò chuyện|lịch sử chat|toàn bộ cuộc trò chuyện|toàn bộ hội thoại|toàn bộ cuộc hội thoại|tin nhắn trước|toàn bộ đoạn chat|nội dung trò chuyện|nội dung cuộc trò chuyện|lời nhắc hệ thống",
    environment: "biến môi trường",
    credentials:
      "mật khẩu|thông tin đăng nhập|khóa api|khoá api|khóa riêng|khoá riêng|khóa bí mật|mã truy cập|mã thông báo|thông tin xác thực",
  },
  indonesian: {
    ask: "sertakan|berikan|kirim|tempel|salin|lampirkan|isi|masukkan|tambahkan|tulis|harap|harus|mohon|bagikan|serahkan|cantumkan|sediakan|hantar|nyatakan",
    conversation:
      "riwayat percakapan|riwayat obrolan|riwayat chat|seluruh percakapan|semua percakapan|percakapan lengkap|seluruh obrolan|pesan sebelumnya|percakapan sebelumnya|isi percakapan|sejarah perbualan|keseluruhan perbualan|percakapan dengan pengguna",
    environment: "variabel lingkungan|pemboleh ubah persekitaran|environment variable",
    credentials:
      "kata sandi|kata laluan|kredensial|kelayakan|kunci api|kunci pribadi|kunci privat|kunci rahasia|token akses|sandi ",
  },
  swedish: {
    ask: "inkludera|bifoga|skicka|klistra|kopiera|ange|lägg|fyll|skriv|måste|vänligen|lämna|överför|ge |inkluder|vedlæg|indsæt|kopier|angiv|tilføj|skal|send|legg|oppgi|lim inn|vedlegg|gi |liitä|lähetä|anna|kopioi|sisällytä|kirjoita|lisää|syötä",
    conversation:
      "konversationshistorik|chatthistorik|hela konversationen|hela samtalet|samtalshistorik|tidigare meddelanden|samtalehistorik|hele samtalen|hele samtalen|chathistorik|samtalehistorikk|samtalelogg|tidligere beskeder|tidligere meldinger|keskusteluhistoria|koko keskustelu|aiemmat viestit",
    environment: "miljövariabl|miljøvariabl|ympäristömuuttuj",
    credentials:
      "lösenord|inloggningsuppgifter|api nyckel|api-nyckel|privata nycklar|privat nyckel|åtkomsttoken|adgangskode|loginoplysninger|api nøgle|api-nøgle|passord|påloggingsinformasjon|api nøkkel|api-nøkkel|salasana|tunnistetiedot|kirjautumistiedot|api avain|api-avain",
  },
  romanian: {
    ask: "include|adaug|furniz|trimit|ataș|lipe|copi|introduc|scrie|trebuie|vă rug|transmit|tartalmazza|add meg|küld|másol|csatol|illeszd|kérjük|kell",
    conversation:
      "istoricul conversației|întreaga conversație|toată conversația|conversația completă|istoricul chatului|mesajele anterioare|beszélgetés előzmény|teljes beszélgetés|korábbi üzenet|beszélgetési előzmény|csevegési előzmény",
    environment: "variabile de mediu|variabilele de mediu|környezeti változó",
    credentials:
      "parol|credențial|datele de autentificare|cheia api|cheile api|cheie api|chei api|cheia privată|token de acces|jelszó|jelszav|hitelesítő|api kulcs|api-kulcs|privát kulcs|hozzáférési token",
  },
  greek: {
    ask: "συμπεριλ|πρόσθεσ|προσθέσ|παράσχ|παρέχ|στείλ|επικόλλ|αντίγραψ|αντιγράψ|επισύναψ|γράψ|συμπλήρωσ|συμπληρώσ|δώσ|πρέπει|παρακαλ|δώστε|βάλ|συμπερ",
    conversation:
      "ιστορικό της συνομιλίας|ιστορικό συνομιλίας|ολόκληρη τη συνομιλία|όλη τη συνομιλία|πλήρη συνομιλία|ιστορικό συζήτησης|ιστορικό της συζήτησης|προηγούμενα μηνύματα|ολόκληρη τη συζήτηση",
    environment: "μεταβλητές περιβάλλοντος|μεταβλητών περιβάλλοντος",
    credentials:
      "κωδικό πρόσβασης|κωδικούς πρόσβασης|κωδικός πρόσβασης|κωδικοί πρόσβασης|διαπιστευτήρια|κλειδί api|κλειδιά api|ιδιωτικό κλειδί|στοιχεία σύνδεσης",
  },
  thai: {
    ask: "ใส่|รวม|ส่ง|แนบ|วาง|คัดลอก|กรอก|ให้|ระบุ|ต้อง|โปรด|กรุณา|เขียน|เพิ่ม",
    conversation: "ประวัติการสนทนา|บทสนทนาทั้งหมด|การสนทนาทั้งหมด|ประวัติแชท|ข้อความก่อนหน้า|ประวัติสนทนา",
    environment: "ตัวแปรสภาพแวดล้อม|ตัวแปรแวดล้อม",
    credentials: "รหัสผ่าน|ข้อมูลรับรอง|ข้อมูลประจำตัว|คีย์ api|คีย์ส่วนตัว|โทเค็นการเข้าถึง|ข้อมูลเข้าสู่ระบบ",
  },
};

const ENGLISH = {
  ask: String.raw`(?:include|pass|provide|supply|attach|append|paste|insert|submit|send|share|give|forward|transmit|reveal|disclose|dump|repeat|quote|hand over|fill in|copy|put|place|enter|report|upload|embed|deliver|relay|echo|expose|list|collect|gather|record|prepend|type|tell)`,
  conversation: String.raw`(?:conversation (?:history|so far|context|transcript|log|up to|until|verbatim|with the user)|(?:chat|message|dialog(?:ue)?|prompt) (?:history|log|transcript|so far)|(?:full|entire|whole|complete|all|previous|prior|earlier|preceding|past|above|our|your) (?:of |the |your |our |this |user |chat |previous )*(?:conversations?|chats?|dialog(?:ue)?s?|discussion|messages|exchange|transcript|context window)|system prompt|system message|everything (?:the )?user|what the user (?:said|wrote|asked|typed)|user s (?:last|previous|original|full|exact) (?:message|prompt|words|request)|history of (?:the|this|our|your) (?:conversation|chat))`,
  environment: String.raw`(?:environment variables?|env ?vars?|process\.env|\.env\b|printenv|(?:shell|system|process|host) environment|output of env\b|environment of)`,
  credentials: String.raw`(?:passwords?(?! ?-? ?(?:reset|change|policy|protect|strength|hash|less|field|recovery|manager))|passphrases?|credentials?|api ?-?keys?|access tokens?|auth(?:entication|orization)? tokens?|bearer tokens?|session (?:tokens?|cookies?)|private keys?|ssh keys?|secret keys?|secrets|login details|seed phrase)`,
};
const OWN = String.raw`(?:your|user s|users|their|all|any|every|current|local|host s?|contents? of|output of|values? of|the|my|our|available|known|stored|saved)`;
/** Harmless phrases about what must not be sent, or whether to send it. */
const DENIED =
  /\b(?:whether (?:or not )?to|do not|don.?t|never|must not|should not|cannot|without|avoid|if you|unless you)\b[^,;]{0,40}/g;

const escape = (stems: string): string =>
  stems
    .split("|")
    .map((stem) => foldText(stem).replaceAll(" ", String.raw`\s+`))
    .join("|");
/** Scripts that write no blank before a word, or attach particles to it. */
const RUNS_ON =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}]/u;
const pattern = (stems: string): RegExp =>
  new RegExp(`${RUNS_ON.test(stems) ? "" : String.raw`(?<!\p{L})`}(?:${escape(stems)})`, "u");

const COMPILED = Object.values(LANGUAGES).map(({ ask, conversation, environment, credentials }) => ({
  ask: pattern(ask),
  wanted: { conversation: pattern(conversation), environment: pattern(environment), credentials: pattern(credentials) },
}));
const ENGLISH_ASKS: Readonly<Record<Wanted, RegExp>> = {
  conversation: new RegExp(
    String.raw`\b${ENGLISH.ask}\b.{0,80}\b${ENGLISH.conversation}|\b(?:full|entire|whole|complete) (?:text of |copy of |transcript of )?(?:the |this |our |your )?(?:conversation|chat) (?:history|so far|with the user|log|transcript)|${ENGLISH.conversation}.{0,60}\b(?:must|should|has to|have to|needs? to) be (?:included|passed|provided|sent|attached|supplied|given|copied)`,
    "u",
  ),
  environment: new RegExp(
    String.raw`\b${ENGLISH.ask}\b.{0,40}\b${OWN}\b.{0,40}${ENGLISH.environment}|${ENGLISH.environment}.{0,60}\b(?:must|should|has to|have to|needs? to) be (?:included|sent|attached|copied)`,
    "u",
  ),
  credentials: new RegExp(
    String.raw`\b${ENGLISH.ask}\b.{0,40}\b${OWN}\b.{0,40}\b${ENGLISH.credentials}|\b(?:include|provide|supply|attach|append|paste|reveal|disclose|dump|hand over|forward)\b.{0,20}\b${ENGLISH.credentials}|\b${ENGLISH.credentials}.{0,60}\b(?:must|should|has to|have to|needs? to) be (?:included|sent|attached|copied|passed)`,
    "u",
  ),
};

/** Matches the wanted things of all languages, so that most texts need one test only. */
const ANY_WANTED = new RegExp(
  [
    ...COMPILED.flatMap(({ wanted }) => Object.values(wanted).map(({ source }) => source)),
    ENGLISH.conversation,
    ENGLISH.environment,
    ENGLISH.credentials,
  ].join("|"),
  "u",
);

type Wanted = "conversation" | "environment" | "credentials";
const WANTED = ["conversation", "environment", "credentials"] as const satisfies readonly Wanted[];
const SAYS = {
  conversation: "The text asks for the conversation with the user.",
  environment: "The text asks for environment variables.",
  credentials: "The text asks for credentials.",
} as const satisfies Record<Wanted, string>;

/** Letters separated by a blank, dot, dash or similar. */
const SPREAD = /(?<![\p{L}\p{N}])(?:\p{L}[\s.\-_*·|]){3,}\p{L}(?![\p{L}\p{N}])/gu;
const SENTENCES = /[.!?;。！？；।\n]+(?=\s|$|[^\p{ASCII}])|\n+/u;
const MAX_SENTENCES = 2000;

/** Returns what a description asks the model for although no tool needs it, in any of the languages above. */
export function asksForContext(text: string): string[] {
  const folded = foldText(text);
  const joined = folded.replace(SPREAD, (letters) => letters.replace(/[^\p{L}]/gu, ""));
  const asked = new Set<Wanted>();
  for (const form of new Set([folded, joined, toLatinWords(joined)])) {
    if (!ANY_WANTED.test(form.replace(/['’`´\s]+/g, " "))) continue;
    for (const said of form.split(SENTENCES).slice(0, MAX_SENTENCES)) {
      const sentence = said.replace(DENIED, " ");
      for (const { ask, wanted } of COMPILED) {
        for (const one of WANTED) if (wanted[one].test(sentence) && asks(ask, wanted[one], sentence)) asked.add(one);
      }
      const plain = sentence.replaceAll(/['’`´]/g, " ").replace(/\s+/g, " ");
      for (const one of WANTED) if (ENGLISH_ASKS[one].test(plain)) asked.add(one);
    }
  }
  return WANTED.filter((one) => asked.has(one)).map((one) => SAYS[one]);
}

/** Tests for a request outside of the wanted words, which may contain a stem of asking. */
const asks = (ask: RegExp, wanted: RegExp, sentence: string): boolean => ask.test(sentence.replace(wanted, " \u0000 "));

/** Converts look-alike letters to Latin in any text with a Latin letter, including words that consist of look-alikes only. */
const toLatinWords = (text: string): string => (/\p{Script=Latin}/u.test(text) ? toLatin(text) : text);
