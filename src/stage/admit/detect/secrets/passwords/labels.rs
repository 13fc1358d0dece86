//! What a password is called, tongue by tongue, and the words that lead from there to its value.

/// Names of one tongue. All folded: lower case, no accents; `ł` is no accented letter.
pub(super) struct Labels {
    pub(super) names: &'static [&'static str],
    /// Words between a name and its link, such as "my" where it comes after.
    pub(super) qualifiers: &'static [&'static str],
    /// Words for "is" that would be no link in other tongues.
    pub(super) links: &'static [&'static str],
    /// The name means other things as well, so that its value must be letters and digits mixed.
    pub(super) weak: bool,
}

const fn names(names: &'static [&'static str]) -> Labels {
    Labels { names, qualifiers: &[], links: &[], weak: false }
}

const fn tongue(
    names: &'static [&'static str],
    qualifiers: &'static [&'static str],
    links: &'static [&'static str],
) -> Labels {
    Labels { names, qualifiers, links, weak: false }
}

pub(super) const PASSWORDS: &[Labels] = &[
    names(&[
        "password",
        "passwd",
        "passcode",
        "passphrase",
        "pass phrase",
        "pass word",
        "pwd",
        "pass code",
        "login code",
        "door code",
        "alarm code",
        "gate code",
    ]),
    Labels { names: &["pass", "pw", "passw", "pswd", "passwrd"], qualifiers: &[], links: &[], weak: true },
    // German, Dutch, Swedish, Danish, Norwegian, Icelandic
    names(&["passwort", "kennwort", "losungswort", "zugangscode"]),
    names(&["wachtwoord", "wachtwoordje"]),
    tongue(
        &[
            "losenord",
            "losenordet",
            "adgangskode",
            "adgangskoden",
            "kodeord",
            "kodeordet",
            "passord",
            "passordet",
            "lykilord",
        ],
        &["mitt", "min", "mit", "till", "til"],
        &["ar", "er"],
    ),
    // Romance
    names(&["mot de passe", "mdp", "code d'acces"]),
    names(&["contrasena", "clave", "clave de acceso", "contrasenya", "contrasinal"]),
    names(&["senha", "palavra-passe", "palavra passe"]),
    tongue(&["parola", "parola d'ordine", "parolei"], &["mea", "mia", "ta", "lui", "la"], &["este"]),
    // Slavic and Baltic
    tongue(&["haslo", "hasło", "hasła", "hasłem"], &["moje", "mojego", "do"], &["to", "brzmi"]),
    tongue(
        &["heslo", "hesla", "geslo", "lozinka", "lozinke", "zaporka"],
        &["moje", "moj", "moja", "k", "za"],
        &["je", "zni"],
    ),
    tongue(
        &["пароль", "пароля", "паролем", "парола", "паролата", "лозинка"],
        &["мой", "мои", "от", "к", "для", "моя"],
        &["е", "є", "je", "такои"],
    ),
    tongue(&["slaptazodis", "slaptazodį", "parole", "parool"], &["mano", "mana", "minu"], &["yra", "ir", "on"]),
    // Finnish, Hungarian, Turkish, Greek
    tongue(&["salasana", "salasanani", "salasanamme", "salasanasi"], &[], &["on"]),
    tongue(&["jelszo", "jelszavam", "jelszava", "jelszavunk", "jelszot"], &["a", "az"], &[]),
    tongue(&["sifre", "sifrem", "sifremiz", "sifreniz", "sifresi", "parolam", "parolasi", "parolamiz"], &[], &[]),
    tongue(
        &["κωδικος", "κωδικο", "κωδικος προσβασης", "συνθηματικο", "συνθηματικο μου"],
        &["μου", "μας", "του", "για", "προσβασης"],
        &["ειναι"],
    ),
    // Semitic, Persian, Hindi
    tongue(&["סיסמה", "הסיסמה", "סיסמא", "הסיסמא", "סיסמת"], &["שלי", "שלנו", "ל"], &["היא", "זה"]),
    tongue(&["كلمة السر", "كلمة المرور", "كلمة مروري", "الرقم السري"], &["الخاصة", "بي", "لي"], &["هي", "هو"]),
    tongue(&["رمز عبور", "گذرواژه", "پسورد"], &["من", "وای", "فای"], &[]),
    tongue(&["पासवर्ड", "कूटशब्द"], &["मेरा", "का"], &[]),
    // Vietnamese, Indonesian, Malay
    tongue(&["mat khau"], &["cua", "toi", "minh", "wifi"], &["la"]),
    tongue(&["kata sandi", "kata laluan", "sandi"], &["saya", "kami", "aku", "wifi"], &["adalah", "ialah"]),
    // Without spaces between words
    names(&["パスワード", "暗証番号", "密码", "密碼", "口令"]),
    names(&["비밀번호", "암호", "패스워드"]),
    names(&["รหัสผ่าน", "รหัสผ่านของฉัน", "รหัสผ่านของผม"]),
];

/// Passes and paces that open no account.
pub(super) const OTHER_PASSES: &[&str] = &[
    "boarding",
    "bus",
    "ski",
    "season",
    "mountain",
    "day",
    "press",
    "rail",
    "train",
    "travel",
    "park",
    "parking",
    "museum",
    "backstage",
    "gym",
    "lift",
    "monthly",
    "annual",
    "weekly",
    "forward",
    "long",
    "touchdown",
    "first",
    "second",
    "third",
    "test",
    "tests",
    "security",
    "hall",
    "free",
    "night",
    "city",
    "tourist",
    "interrail",
    "digital",
    "green",
    "battle",
    "game",
];

pub(super) const PINS: &[&str] = &[
    "pin",
    "pin code",
    "pin-code",
    "pin number",
    "pincode",
    "codigo pin",
    "code pin",
    "geheimzahl",
    "pinkod",
    "pin kodu",
];

pub(super) const PHRASES: &[&str] = &["seed phrase", "recovery phrase", "mnemonic", "seed words", "recovery words"];
