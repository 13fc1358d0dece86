//! The words of commands, sorted by what they do there. All folded: lowered, without accents.
//!
//! Phrases as `phrases::matched` takes them.

/// Distance to the bit that says that a word of the class opens a clause.
pub(super) const OPENING_SHIFT: u32 = 64;

/// Enough by itself.
pub(super) const ALONE: u128 = 1 << 0;
/// To set aside.
pub(super) const IGNORE: u128 = 1 << 1;
/// Instructions, rules.
pub(super) const ORDERS: u128 = 1 << 2;
/// Said before.
pub(super) const PRIOR: u128 = 1 << 3;
/// Every one of them.
pub(super) const ALL: u128 = 1 << 4;
/// Whom it addresses.
pub(super) const YOU: u128 = 1 << 5;
/// Whose rules: safety's, the system's.
pub(super) const GUARD: u128 = 1 << 6;
/// All that was said.
pub(super) const ABOVE: u128 = 1 << 7;
/// The one who is served.
pub(super) const USER: u128 = 1 << 8;
/// From now on.
pub(super) const STANDING: u128 = 1 << 9;
/// Without exception.
pub(super) const ALWAYS: u128 = 1 << 10;
/// What only an assistant is told to do.
pub(super) const OBEY: u128 = 1 << 11;
/// To answer.
pub(super) const ANSWER: u128 = 1 << 12;
/// To recommend, to trust.
pub(super) const RECOMMEND: u128 = 1 << 13;
/// You must.
pub(super) const MUST: u128 = 1 << 14;
/// Should, of anyone.
pub(super) const SHOULD: u128 = 1 << 15;
/// To keep in mind.
pub(super) const REMEMBER: u128 = 1 << 16;
/// The assistant's own memory.
pub(super) const MEMORY: u128 = 1 << 17;
/// New orders.
pub(super) const FRESH: u128 = 1 << 18;
/// You are now, act as.
pub(super) const ROLE: u128 = 1 << 19;
/// A model, by name or kind.
pub(super) const AI: u128 = 1 << 20;
/// Without restrictions.
pub(super) const FREE: u128 = 1 << 21;
/// To switch on.
pub(super) const ENABLE: u128 = 1 << 22;
/// Does not hold.
pub(super) const NEGATED: u128 = 1 << 23;
/// To show or give away.
pub(super) const REVEAL: u128 = 1 << 24;
/// The prompt and what stands beside it.
pub(super) const INNER: u128 = 1 << 25;
/// To send.
pub(super) const SEND: u128 = 1 << 26;
/// What is nobody else's business.
pub(super) const PRIVATE: u128 = 1 << 27;
/// Somewhere outside.
pub(super) const ADDRESS: u128 = 1 << 28;
/// To a web address.
pub(super) const TO_URL: u128 = 1 << 29;
/// What an assistant has at hand to send.
pub(super) const CONTENT: u128 = 1 << 30;
/// To call a tool.
pub(super) const CALL: u128 = 1 << 31;
/// A tool that acts.
pub(super) const TOOL: u128 = 1 << 32;
/// To decode.
pub(super) const DECODE: u128 = 1 << 33;
/// To do what it says.
pub(super) const EXECUTE: u128 = 1 << 34;
/// To put into.
pub(super) const APPEND: u128 = 1 << 35;
/// What the assistant will write.
pub(super) const REPLY: u128 = 1 << 36;
/// When the assistant is at work.
pub(super) const BEFORE_REPLY: u128 = 1 << 37;
/// Said to an assistant.
pub(super) const ADDRESSED: u128 = 1 << 38;
/// Politeness before a command.
pub(super) const PLEASE: u128 = 1 << 39;

/// Each class, and what belongs to it, parted by bars.
pub(super) const VOCABULARY: &[(u128, &str)] = &[
    (
        ALONE,
        "system prompt|systemprompt|system prompts|prompt systeme|prompt de sistema|\
         prompt del sistema|prompt di sistema|prompt do sistema|系统提示|系統提示|システムプロンプト|시스템 프롬프트|\
         системныи промпт|do not tell the user|don't tell the user|dont tell the user|\
         never tell the user|do not inform the user|don't inform the user|\
         without telling the user|do not mention this to|don't mention this to|\
         do not reveal this|without the user's knowledge|without the user knowing|\
         hide this from the user|keep this from the user|do not let the user|\
         sag dem nutzer nicht|sage dem nutzer nicht|sag dem benutzer nicht|\
         sage dem benutzer nicht|sag es dem nutzer nicht|verschweige|ohne dass der nutzer|\
         ne dis pas a l utilisateur|ne dites pas a l utilisateur|ne le dis pas a l utilisateur|\
         n informe pas l utilisateur|a l insu de|no le digas al usuario|\
         no se lo digas al usuario|sin que el usuario|no informes al usuario|\
         non dire all utente|non dirlo all utente|nao conte ao usuario|nao diga ao usuario|\
         不要告诉用户|别告诉用户|不要告訴用戶|不要让用户知道|瞒着用户|ユーザーに言わないで|ユーザーには言わないで|ユーザーに知らせず|as an ai language|\
         as an ai model|as an ai assistant|as an ai you|as an ai , you|as an ai i|\
         as a large language model|as a language model|als ki|als ki modell|en tant qu ia|\
         en tant que modele|como modelo de lenguaje|作为一个ai|作为ai|作为人工智能|作为一个人工智能|aiとして|\
         do anything now|jailbreak|prompt injection:|your real task|your true task|\
         your new task|your actual task|your new role|your new purpose|your new goal|\
         deine neue aufgabe|deine wahre aufgabe|ta nouvelle mission|ta vraie mission|\
         tu nueva tarea|tu verdadera tarea|il tuo nuovo compito|你的新任务|你真正的任务|你的真正任务|\
         your new instruction|your new instructions|your new directive|your new rules|\
         your rules have changed|your instructions have changed|your new system|\
         new system instructions|your instructions are now|updated instructions for the|\
         deine neuen anweisungen|tes nouvelles instructions|tus nuevas instrucciones|\
         le tue nuove istruzioni|你的新指令|新しい指示|end of user input|end of system|end of prompt|\
         end of document|begin system|begin instructions|new instruction :|new instructions :|\
         neue anweisung :|neue anweisungen :|nouvelles instructions :|nouvelle instruction :|\
         nuevas instrucciones :|nueva instruccion :|nuove istruzioni :|novas instrucoes :|新指令|\
         新的指令|新的指示|you are hereby instructed|you are instructed to|you have been instructed to|\
         words above starting|text above starting|repeat the words above|repeat the text above|\
         repeat everything above|output everything above|print everything above",
    ),
    (
        IGNORE,
        "ignore|ignoring|disregard|disregarding|forget|override|overrides|overriding|bypass|\
         bypassing|skip|neglect|supersede|supersedes|discard|do not follow|don't follow|\
         do not obey|don't obey|stop following|stop obeying|pay no attention to|\
         no longer follow|no longer apply|disobey|abandon|erase|clear|dismiss|ignoriere|\
         ignorieren|ignoriert|ignorier|vergiss|vergesst|vergessen|missachte|missachten|\
         ubergehe|umgehe|beachte nicht|verwirf|befolge keine|befolgst keine|ignorez|ignorer|\
         oublie|oubliez|oublier|neglige|negligez|ne tiens pas compte|ne tenez pas compte|\
         ne suis pas|ne suivez pas|fais abstraction|faites abstraction|ignora|ignorad|ignoren|\
         ignorar|olvida|olvide|olvidad|olvidate|olvidar|descarta|descarte|haz caso omiso|\
         haga caso omiso|omite|no sigas|no hagas caso|dimentica|dimenticate|dimenticare|\
         ignorate|ignorare|trascura|non seguire|esqueca|esquece|desconsidere|nao siga|忽略|忽视|忽視|\
         无视|無視|忘记|忘記|忘掉|不要遵守|不要遵循|不用遵守|不理会|不要理会|抛弃|忘れて|忘れろ|従わないで|従うな|무시|잊어|игнорируи*|\
         игнорировать|забудь|забудьте|не следуи*",
    ),
    (
        ORDERS,
        "instruction|instructions|prompt|prompts|directive|directives|guideline|guidelines|\
         rule|rules|command|commands|programming|constraints|restrictions|safeguards|\
         guardrails|filters|policy|policies|protocols|safety checks|confirmations|\
         system message|system messages|training|orders|anweisung|anweisungen|instruktion|\
         instruktionen|regeln|richtlinien|vorgaben|befehle|systemanweisung|systemanweisungen|\
         sicherheitsrichtlinien|einschrankungen|einschraenkungen|consigne|consignes|regles|\
         ordres|instrucciones|instruccion|reglas|directrices|directivas|indicaciones|ordenes|\
         restricciones|normas|istruzioni|istruzione|regole|direttive|linee guida|restrizioni|\
         comandi|instrucoes|instrucao|regras|diretrizes|restricoes|指令|指示|提示词|提示詞|提示|规则|規則|命令|\
         限制|准则|規定|规定|プロンプト|ルール|制約|지시|지침|명령|규칙|инструкции|инструкция*|правила|указания|команды",
    ),
    (
        PRIOR,
        "previous|previously|prior|above|earlier|preceding|foregoing|before|initial|original|\
         past|existing|former|other|vorherig*|vorig*|bisherig*|obig*|fruher*|fruheren|zuvor|\
         vorangegangen*|ursprunglich*|precedent*|anterieur*|ci dessus|ci - dessus|initiales|\
         anterior|anteriores|previas|previos|previa|iniciales|de arriba|precedenti|precedente|\
         iniziali|prece*|之前|以前|上面|先前|上述|前面|以上|先の|前の|これまで|上記|이전|위의|앞의|предыдущи*|прежни*|выше",
    ),
    (
        ALL,
        "all|any|every|everything|entire|whatever|alle|allen|alles|samtliche|jegliche|toutes|\
         tous|tout|todas|todos|todo|cualquier|tutte|tutti|tutto|所有|全部|一切|任何|すべて|全て|모든|все|всё|\
         всех",
    ),
    (
        YOU,
        "you|your|yours|yourself|you're|you'll|du|dein|deine|deinen|deiner|dir|dich|tu|toi|tes|\
         ton|ta|vous|vos|votre|tus|usted|te|tuo|tua|tue|tuoi|voce|seu|suas|seus|你|您|你的|あなた|당신|\
         ты|вы|твои|ваши",
    ),
    (
        GUARD,
        "safety|security|content|system|developer|operator|operator's|ethical|moral|moderation|\
         confidentiality|privacy policy|sicherheits*|systeme|securite|sistema|seguridad|\
         sicurezza|seguranca|安全|系统|系統|开发者|システム|安全性|помощника|usual",
    ),
    (
        ABOVE,
        "everything above|everything before|everything prior|everything you|everything i|\
         everything that|everything we|all of the above|all the above|the above|all that|\
         what i said|what you were told|what you've been told|what came before|whatever you|\
         your training|alles was|alles , was|alles bisherige|alles vorherige|alles obige|\
         das obige|tout ce qui|tout ce que|ce qui precede|todo lo anterior|todo lo que|\
         lo anterior|tutto cio che|tutto quanto|tudo o que|tudo acima|上面的内容|以上内容|之前的内容|上述内容|\
         以上所有|これまでの内容|上記の内容",
    ),
    (
        USER,
        "the user|the user's|user's|the users|the human|der nutzer|den nutzer|den benutzer|\
         l utilisateur|al usuario|el usuario|l utente|o usuario|用户|使用者|ユーザー",
    ),
    (
        STANDING,
        "from now on|from now onwards|from this point|from here on|from this moment|\
         from today on|henceforth|going forward|in all future|in every future|for all future|\
         for every future|to every future|every future|all future|in future responses|\
         in future replies|for the rest of|for the remainder of|until further notice|ab jetzt|\
         ab sofort|von nun an|von jetzt an|ab diesem moment|in zukunft|zukunftig|desormais|\
         dorenavant|a partir de maintenant|a partir de ce moment|a l avenir|a partir de ahora|\
         de ahora en adelante|desde ahora|en adelante|a partir de este momento|d ora in poi|\
         da ora in poi|d'ora in poi|da adesso in poi|a partir de agora|de agora em diante|\
         从现在开始|从现在起|从今以后|从此以后|從現在開始|今后|今後|これから|今から|지금부터|앞으로|с этого момента|отныне",
    ),
    (
        ALWAYS,
        "always|never|immer|stets|niemals|toujours|jamais|siempre|nunca|jamas|sempre|mai|总是|永远|\
         始终|一律|務必|务必|必ず|常に|いつも|항상|всегда|никогда",
    ),
    (
        OBEY,
        "comply|obey|pretend|disobey|respond as|act as if|follow my|follow these|\
         follow the following|follow only|do exactly|ignore|disregard|bypass|proceed without|\
         grant all|grant this user|answer everything|approve all|say yes to|you have no|\
         you will be|speak as|refuse to|gehorche|befolge|befolgst|obeis|obeissez|obedece|\
         obedezca|obbedisci|obedeca|服从|遵守我|听从|従って|従え|подчиняися",
    ),
    (
        ANSWER,
        "answer|respond|reply|response|responses|responding|say|speak|write in|talk|output|\
         outputs|respond with|answering|antworte|antworten|antwortest|sprich|repondre|reponds|\
         repondez|parle|responde|responda|responder|contesta|conteste|habla|rispondi|\
         rispondere|rispondete|parla|回答|回复|回覆|答复|回应|说话|答えて|返答|応答|回答して|답변|대답|отвечаи*|говори*",
    ),
    (
        RECOMMEND,
        "recommend|suggest|promote|favor|favour|endorse|advertise|prioritize|prioritise|trust|\
         append|mention|cite|link to|praise|forward|include a link|add a link|cc|bcc|approve|\
         empfiehl|empfehle|empfehlen|erwahne|vertraue|recommande|recommandez|recommander|\
         mentionne|mentionnez|recomienda|recomiende|recomendar|menciona|sugiere|raccomanda|\
         consiglia|recomende|recomenda|推荐|推薦|建议|提及|おすすめ|推奨|勧めて|추천|рекомендуи*",
    ),
    (
        MUST,
        "you must|you should|you shall|you have to|you need to|you are required to|\
         you will always|you will now|you will never|you are to|you ought to|you may now|\
         you now|must always|must never|du musst|du sollst|du solltest|du wirst|du darfst|\
         sie mussen|sie sollen|tu dois|tu devras|vous devez|debes|tienes que|deberas|debe|devi|\
         dovrai|voce deve|deves|deve|你必须|你应该|您必须|你必須|你要|你需要|必须|必須|してください|しなければ|해야|ты должен|\
         вы должны",
    ),
    (
        SHOULD,
        "should|must|shall|are required|need to|have to|soll|sollen|muss|mussen|doivent|doit|\
         deben|devono|devem|应该|应当|必须|必須|should first",
    ),
    (
        REMEMBER,
        "remember|memorize|memorise|keep in mind|note that|save|store|persist|write|add|update|\
         merke|merk dir|speichere|souviens toi|souviens - toi|rappelle toi|rappelle - toi|\
         retiens|enregistre|recuerda|memoriza|guarda|ricorda|memorizza|lembre|lembra|guarde|记住|\
         記住|记得|保存|覚えて|記憶して|기억|запомни*",
    ),
    (
        MEMORY,
        "your memory|your memories|your long term|your long - term|your notes|\
         your knowledge base|your context|your instructions|your persistent|your profile of|\
         deinem gedachtnis|dein gedachtnis|deinen erinnerungen|ta memoire|votre memoire|\
         tu memoria|su memoria|tua memoria|sua memoria|你的记忆|你的長期記憶|你的长期记忆|あなたの記憶|メモリに",
    ),
    (
        FRESH,
        "new instruction|new instructions|new directive|new rule|new rules|\
         updated instructions|new orders|important instruction|important instructions|\
         neue anweisung|neue anweisungen|nouvelles instructions|nouvelles consignes|\
         nuevas instrucciones|nuove istruzioni|novas instrucoes",
    ),
    (
        ROLE,
        "you are now|you're now|you are no longer|you are a|you are an|you will act|\
         you will be|act as|acting as|behave as|behave like|pretend to be|pretend you|\
         pretend that you|roleplay as|role play as|play the role|simulate|imagine you are|\
         respond as|you have no|you have been|du bist jetzt|du bist nun|du bist ab|du bist ein|\
         du bist eine|tu so als|verhalte dich|spiel die rolle|spiele die rolle|agiere als|\
         hast du keine|tu es maintenant|tu es desormais|tu es un|vous etes maintenant|\
         vous etes desormais|vous etes un|fais comme si|agis comme|agissez comme|joue le role|\
         ahora eres|ahora estas|eres un|eres una|actua como|finge ser|finge que|haz de cuenta|\
         imagina que eres|ora sei|adesso sei|sei ora|fai finta|agisci come|comportati come|\
         agora voce e|voce agora e|finja|aja como|你现在是|你現在是|您现在是|扮演|假装|假裝|你是一个|你是一個|你将扮演|あなたは今|\
         あなたは|ふりをして|として振る舞|너는 이제|ты теперь|притворись|представь",
    ),
    (
        AI,
        "ai|llm|llms|chatbot|chatgpt|gpt|gpt4|claude|gemini|copilot|language model|\
         language models|uncensored model|unrestricted assistant|ki|ki assistent|ki modell|\
         sprachmodell|ia|modele de langage|modelo de lenguaje|modelo de linguagem|\
         modello linguistico|人工智能|语言模型|語言模型|聊天机器人|言語モデル|人工知能|dan|evil|hacker",
    ),
    (
        FREE,
        "no safety filters|no safety rules|unrestricted|uncensored|unfiltered|jailbroken|\
         no restrictions|no restriction|no rules|no filter|no filters|no limits|no limitations|\
         no content policy|no content restrictions|no guidelines|no censorship|\
         without restrictions|without restriction|without any restrictions|without any filter|\
         without any filters|without filter|without filters|without limits|without any limits|\
         without limitations|without censorship|without guidelines|without rules|\
         developer mode|dev mode|god mode|debug mode|admin mode|sudo mode|dan mode|\
         maintenance mode|protocols disabled|filters disabled|safety off|any restrictions|\
         no longer bound|not bound by|free of all|exempt from|restricted content|\
         restrictions whatsoever|ohne einschrankungen|ohne einschraenkungen|ohne regeln|\
         ohne filter|ohne grenzen|ohne zensur|keine regeln|keine einschrankungen|\
         keine einschraenkungen|keine richtlinien|keine grenzen|keine filter|uneingeschrankt|\
         unzensiert|entwicklermodus|sans restriction|sans restrictions|sans aucune restriction|\
         sans filtre|sans filtres|sans limite|sans limites|sans censure|sans regles|\
         aucune regle|aucune restriction|aucun filtre|aucune limite|mode developpeur|\
         plus de regles|sin restricciones|sin restriccion|sin filtro|sin filtros|sin limites|\
         sin censura|sin reglas|sin ninguna restriccion|ninguna restriccion|ninguna regla|\
         modo desarrollador|sin limitaciones|senza restrizioni|senza filtri|senza filtro|\
         senza limiti|senza regole|senza censura|nessuna restrizione|nessuna regola|\
         modalita sviluppatore|sem restricoes|sem filtros|sem limites|sem regras|sem censura|\
         modo desenvolvedor|没有限制|没有任何限制|不受限制|不受任何限制|无限制|沒有限制|没有规则|没有任何规则|开发者模式|開發者模式|開発者モード|\
         制限なし|制限なく|無制限|ルールなし|개발자 모드|без ограничении|режим разработчика",
    ),
    (
        ENABLE,
        "enable|enter|activate|switch to|unlock|enabled|activated|entering|aktiviere|active|\
         activez|activa|active el|attiva|ative|启用|进入|激活|开启|有効に|入って",
    ),
    (
        NEGATED,
        "do not apply|don't apply|does not apply|not meant for|no longer apply|not apply|\
         nicht gelten|gelten nicht|gelten hier nicht|ne s appliquent pas|ne s appliquent plus|\
         no aplican|no se aplican|non valgono|non si applicano|nao se aplicam|compromised|\
         disabled|revoked|suspended|不适用|不再适用|适用されません|exempt",
    ),
    (
        REVEAL,
        "reveal|revealing|print|printing|show me|output|outputs|repeat|display|leak|expose|\
         disclose|dump|tell me|give me|list|recite|reproduce|quote|share|provide|return|\
         what is|what are|what was|zeige|zeig|verrate|verrat|gib|gibst|nenne|nenn|offenbare|\
         wiederhole|preisgeben|revele|revelez|affiche|affichez|montre|montrez|dis moi|\
         dis - moi|donne|donnez|divulgue|repete|revela|revele el|muestra|muestre|muestrame|\
         imprime|dime|di|repite|divulga|comparte|rivela|mostra|mostrami|stampa|dimmi|ripeti|\
         mostre|revelar|diga|显示|顯示|透露|泄露|洩露|输出|輸出|告诉我|告訴我|重复|打印|揭示|展示|教えて|表示|出力|見せて|明かして|보여|알려|\
         공개|покажи*|раскрои*|выведи*",
    ),
    (
        INNER,
        "system message|system instructions|initial instructions|original instructions|\
         hidden prompt|hidden instructions|secret instructions|your instructions|your prompt|\
         your system|your guidelines|your rules|instructions you|instructions you were|\
         exact instructions|operating instructions|context window|your context|\
         internal configuration|environment variables|words above|text above|everything above|\
         above this conversation|conversation above|written above|your configuration|\
         your initial|your hidden|developer message|internal prompt|the prompt|systemanweisung|\
         systemanweisungen|system prompt|deine anweisungen|deinen prompt|deine richtlinien|\
         deine regeln|instructions systeme|tes instructions|vos instructions|ton prompt|\
         votre prompt|tes consignes|instrucciones del sistema|instrucciones de sistema|\
         tus instrucciones|tu prompt|istruzioni di sistema|tue istruzioni|tuo prompt|\
         instrucoes do sistema|suas instrucoes|seu prompt|系统指令|系統指令|系统提示|系统消息|你的指令|你的提示|初始指令|\
         隐藏的指令|システム指示|あなたの指示|内部の指示|시스템 지시|системные инструкции|свои инструкции|твои инструкции",
    ),
    (
        SEND,
        "send|sending|forward|forwarding|email|e mail|mail|transmit|exfiltrate|upload|post|\
         submit|send_email|http_post|http_get|post_message|deliver|report|leak|sende|senden|\
         schicke|schick|schicken|leite|ubermittle|ubertrage|envoie|envoyez|envoyer|envoie les|\
         transmets|transmettez|expedie|envia|envie|enviar|reenvia|reenvie|manda|mande|invia|\
         inviare|inviate|inoltra|mandalo|encaminhe|发送|發送|发到|发给|转发|轉發|上传|上傳|寄到|送信|送って|転送|아래로 보내|\
         보내|отправь*|перешли*",
    ),
    (
        PRIVATE,
        "api key|api keys|apikey|apikeys|password|passwords|credentials|secrets|private key|\
         private keys|access token|access tokens|customer list|customer data|customer database|\
         customer emails|order data|confidential|confidential data|personal data|user data|\
         user's data|conversation history|chat history|internal data|bank details|credit card|\
         credit cards|card numbers|cookies|private messages|environment variables|database|\
         admin pages|internal configuration|contact list|address book|emails and|passworter|\
         passwort|zugangsdaten|kundendaten|internen daten|interne daten|kundenliste|schlussel|\
         api schlussel|vertraulich*|mots de passe|mot de passe|identifiants|donnees clients|\
         donnees des clients|donnees personnelles|cles api|cle api|donnees internes|\
         contrasenas|contrasena|credenciales|datos de los clientes|datos personales|\
         datos del cliente|claves|datos internos|credenziali|dati dei clienti|dati personali|\
         chiavi|chiave api|senhas|credenciais|dados dos clientes|dados pessoais|密码|密碼|密钥|密鑰|凭证|\
         客户数据|用户数据|个人信息|聊天记录|对话记录|パスワード|個人情報|顧客データ|機密|認証情報|비밀번호|пароли|пароль|ключи",
    ),
    (
        ADDRESS,
        "<email>|to <url>|externally|external address|external server|attacker|an <email>|\
         adresse externe|a <url>|an <url>|nach extern",
    ),
    (TO_URL, "to <url>|an <url>|a <url>|vers <url>|到 <url>|给 <url>|に <url>"),
    (
        CONTENT,
        "summary|summaries|this summary|the conversation|conversation|the chat|the results|\
         processed result|the result|full contents|contents|all data|the data|every record|\
         records|full list|the full|this document|the list|the user's|user's|them|it to|\
         zusammenfassung|gesprach|konversation|daten|resume|donnees|conversacion|resumen|datos|\
         conversazione|riassunto|dati|conversa|dados|对话|数据|内容|摘要|会話|要約|データ",
    ),
    (
        CALL,
        "call|use|invoke|run|execute|trigger|using|rufe|nutze|verwende|fuhre|appelle|utilise|\
         llama|usa|ejecuta|chiama|esegui|chame|use a|调用|使用|执行|運行|呼び出し|実行",
    ),
    (
        TOOL,
        "send_*|delete_*|http_*|post_*|exec_*|execute_*|transfer_*|forward_*|remove_*|drop_*|\
         shell_*|bash|upload_*|write_file|read_file|run_*|create_*|update_*|wire_*|pay_*|rm|\
         curl|wget|fetch_url|browser_*",
    ),
    (
        DECODE,
        "decode|decipher|decrypt|base64|rot13|hex encoded|base32|binary encoded|dekodiere|\
         entschlussle|decode le|decodez|dechiffre|decodifica|decifra|解码|解碼|解密|デコード",
    ),
    (
        EXECUTE,
        "do what it|do exactly what|follow the instruction|follow the instructions|follow it|\
         execute|obey|carry out|run it|perform what|fuhre aus|fuhre|befolge|tue was|suis les|\
         fais ce|ejecuta|haz lo|sigue las|esegui|fai quello|segui le|execute o|执行|照做|按照|実行|従って",
    ),
    (
        APPEND,
        "end|append|appended|include|included|includes|including|add|added|insert|inserted|\
         repeat|reproduce|begin by|end with|prefix|prepend|put|mention|fuge|hange|anhangen|\
         angehangt|hinzugefugt|erwahne|ajoute|ajoutez|ajoutes|ajouter|inclus|incluez|inserer|\
         anade|agrega|incluye|incluya|anadirse|anadir|incluir|incluirse|aggiungi|aggiunto|\
         aggiungere|includi|inserisci|inclua|adicione|附加|添加|加上|包含|写上|追加|含めて|付けて",
    ),
    (
        REPLY,
        "your reply|your replies|your response|your responses|your answer|your answers|\
         your summary|your summaries|your output|your review|your report|your message|\
         your next|every reply|each reply|every response|each response|any response|\
         every answer|each answer|every summary|each summary|every future|future reply|\
         future summary|every report|every message|any summary|the summary for the user|\
         my summary|user in every|deiner antwort|deine antwort|deinen antworten|jeder antwort|\
         jede antwort|deiner zusammenfassung|ta reponse|tes reponses|votre reponse|\
         vos reponses|toute reponse|chaque reponse|ton resume|tu respuesta|tus respuestas|\
         su respuesta|cualquier respuesta|cada respuesta|toda respuesta|tu resumen|\
         tua risposta|tue risposte|ogni risposta|tuo riassunto|sua resposta|suas respostas|\
         cada resposta|toda resposta|你的回答|你的回复|每个回答|每次回答|每个回复|每次回复|あなたの回答|すべての回答|回答の最後",
    ),
    (
        BEFORE_REPLY,
        "before you answer|before answering|before you reply|before replying|\
         before you respond|before responding|before continuing with|\
         before proceeding with the task|when you summarize|when you summarise|\
         when summarizing|when you process|when you read this|when processing this|\
         when reading this|if you are reading this|when you see this|on the next user message|\
         when asked about|whenever the user asks|when the user asks|if the user asks|\
         whenever someone asks|bevor du antwortest|wenn der nutzer fragt|wenn du das liest|\
         avant de repondre|quand tu lis|lorsque l utilisateur demande|antes de responder|\
         cuando el usuario pregunte|cuando leas esto|prima di rispondere|quando leggi|在回答之前|\
         当用户问|如果用户问|回答する前に|ユーザーが聞いたら",
    ),
    (
        ADDRESSED,
        "note to the bot|note to bot|note to bots|note to the assistant|note to assistant|\
         note to the ai|note to ai|note for ai|note for the ai|note for the assistant|\
         notes for ai|note to the model|note to llm|message to the assistant|message to the ai|\
         message for the assistant|message for ai|attention ai|attention assistant|\
         important for the assistant|important for ai|for the assistant|for ai agents|\
         for ai assistants|for ai coding|to any ai|to all ai|dear assistant|dear ai|\
         hey assistant|hey chatgpt|hey ai|hey claude|hello assistant|hello ai|assistant ,|\
         assistant :|ai ,|ai :|chatbot ,|bot ,|ai assistant|ai assistants|ai agent|ai agents|\
         ai system|ai systems|ai model|ai models|ai reading|if you are an ai|if you're an ai|\
         if you are an llm|if you are an assistant|if you are a language|\
         if you are an automated|any ai|as the assistant|reasoning trace|reasoning|\
         hinweis an den assistenten|hinweis an die ki|hinweis fur ki|an den assistenten|\
         an die ki|an alle ki|lieber assistent|assistent ,|ki assistent|ki systeme|\
         note a l assistant|note pour l assistant|a l attention de l ia|\
         a l attention de l assistant|cher assistant|assistant ia|si tu es une ia|\
         si vous etes une ia|nota para el asistente|nota para la ia|asistente ,|\
         querido asistente|si eres una ia|nota per l assistente|assistente ,|se sei una ia|\
         nota para o assistente|助手 ，|助手,|助手：|亲爱的助手|致ai|致助手|给ai的|给助手的|ai助手|aiアシスタント|アシスタントへ|aiへ",
    ),
    (
        PLEASE,
        "please|kindly|bitte|s il vous plait|s il te plait|veuillez|por favor|per favore|请|請|\
         务必|ください|пожалуиста",
    ),
];

/// What structures a prompt, wherever it stands.
#[rustfmt::skip]
pub(super) const MARKS: &[&str] = &[
    "<|", "|>", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "### instruction", "###instruction",
    "### system", "###system", "### human", "### assistant", "### user", "### end of", "<system>",
    "</system>", "<system_prompt", "<system-", "<assistant>", "</assistant>", "<instructions>",
    "</instructions>", "<important>", "<thinking>", "<think>", "</think>", "</tool_result",
    "</tool_response", "</function_results", "</document>", "<user_input>", "</user_input>",
    "[system]", "[/system]", "[system ", "{system}", "<s>[", "begin_of_text", "start_of_turn",
    "<!-- system", "[assistant]",
];

/// What a line of a forged conversation begins with, before a colon.
#[rustfmt::skip]
pub(super) const LINE_HEADS: &[&str] = &[
    "system", "assistant", "developer", "system note", "system message", "system update",
    "system notice", "system instruction", "system instructions", "system override",
    "system alert", "important system update", "override", "systemhinweis", "systemnachricht",
    "systemanweisung", "note systeme", "message systeme", "instruction systeme",
    "nota del sistema", "mensaje del sistema", "instruccion del sistema", "nota di sistema",
    "messaggio di sistema", "nota do sistema", "mensagem do sistema", "系统", "系统消息", "系统提示", "系统指令",
    "系統", "システム", "システムメッセージ", "system prompt", "instruction to the assistant",
    "instructions to the assistant", "instructions for the assistant", "instructions for the ai",
];
