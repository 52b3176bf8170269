/// Certificates from a test authority, and their keys. All certificates except ``expired`` are valid until 2126. The
/// keys protect nothing.
package enum TestCertificates {
    /// The authority has signed the other certificates. This is its own certificate.
    package static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBiTCCAS+gAwIBAgIUKR8CRyV738oE4W/yPTL5kbXdUZgwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDAyNzIzWhgPMjEy
        NjEwMjgwMDI3MjNaMBkxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MFkwEwYHKoZI
        zj0CAQYIKoZIzj0DAQcDQgAE4ZaCyfVLX4RcZ6wY6+mkD8AODEysRaxXJa0Ybb2q
        4nJ6UHWbZTUZPSUfMyPsfFa8ETqJBrk2Bhiu4+G39gz7l6NTMFEwHQYDVR0OBBYE
        FOnMb2PtC/3JQxH8Uxei9X14Wv4BMB8GA1UdIwQYMBaAFOnMb2PtC/3JQxH8Uxei
        9X14Wv4BMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgbz4fnGCy
        QBncAg2OFVO1vBAmjVAztWsEiUGS1iJtK10CIQC1mcIHXW74P0TP58UgJSL8iFBX
        4rovweyMAjidXLDWzg==
        -----END CERTIFICATE-----
        """

    /// A certificate for `localhost`.
    package static let localhost = """
        -----BEGIN CERTIFICATE-----
        MIIBqTCCAU+gAwIBAgIUEl9H/mNfx719mpQs1j9WyISUcHEwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDAyNzIzWhgPMjEy
        NjEwMjgwMDI3MjNaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEG
        CCqGSM49AwEHA0IABHRcBR9V4BIfac2nfSlMMlMUIcqd7TDbNzxygcFahsKFtnrv
        LgzVtza18yL5VJBe/s7bDz9pPfxNcdr2FXScHvmjeDB2MBQGA1UdEQQNMAuCCWxv
        Y2FsaG9zdDAJBgNVHRMEAjAAMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQW
        BBQ4G7G9G3C2ZD0+R8ZW4G2COWg0cDAfBgNVHSMEGDAWgBTpzG9j7Qv9yUMR/FMX
        ovV9eFr+ATAKBggqhkjOPQQDAgNIADBFAiAi8NEWdxbog7FfrwdYq02tXVB4FtpY
        MNCnzbl9/uMf7gIhAKAXqZJi0EEEjutpIENGqX+EKv3fED3WoP7O8RAhPC5U
        -----END CERTIFICATE-----
        """

    /// A certificate for `localhost` that was valid only in 2020.
    package static let expired = """
        -----BEGIN CERTIFICATE-----
        MIIBlDCCATqgAwIBAgIBdzAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1
        dGhvcml0eTAeFw0yMDAxMDEwMDAwMDBaFw0yMTAxMDEwMDAwMDBaMBQxEjAQBgNV
        BAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHRcBR9V4BIf
        ac2nfSlMMlMUIcqd7TDbNzxygcFahsKFtnrvLgzVtza18yL5VJBe/s7bDz9pPfxN
        cdr2FXScHvmjeDB2MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAJBgNVHRMEAjAAMBMG
        A1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBQ4G7G9G3C2ZD0+R8ZW4G2COWg0
        cDAfBgNVHSMEGDAWgBTpzG9j7Qv9yUMR/FMXovV9eFr+ATAKBggqhkjOPQQDAgNI
        ADBFAiEA/0aHOxrbwDiGTt6dx3WHXBiOCB+qMW55Mij1pMulZgwCIDCoc50toIGz
        Wnqe52Jw8UW24pdOg75KK5ndNhDIuRkY
        -----END CERTIFICATE-----
        """

    /// The key of ``localhost`` and of ``expired``.
    package static let localhostKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg3nmqc9/DaaUKHDnR
        YDcN8bZfyHomMtVlzObZi9FeiXOhRANCAAR0XAUfVeASH2nNp30pTDJTFCHKne0w
        2zc8coHBWobChbZ67y4M1bc2tfMi+VSQXv7O2w8/aT38TXHa9hV0nB75
        -----END PRIVATE KEY-----
        """

    /// A certificate for `elsewhere.example`.
    package static let elsewhere = """
        -----BEGIN CERTIFICATE-----
        MIIBuzCCAWCgAwIBAgIUEl9H/mNfx719mpQs1j9WyISUcHIwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTIxMDAyNzIzWhgPMjEy
        NjEwMjgwMDI3MjNaMBwxGjAYBgNVBAMMEWVsc2V3aGVyZS5leGFtcGxlMFkwEwYH
        KoZIzj0CAQYIKoZIzj0DAQcDQgAEyxnWvUd1UIVzny0jqb0lBFs624CvFXChsDc+
        4tC8wX/liDSmksaeDdVY1GPV2BfyL0idV7ZsklC3c+RWE8WzEaOBgDB+MBwGA1Ud
        EQQVMBOCEWVsc2V3aGVyZS5leGFtcGxlMAkGA1UdEwQCMAAwEwYDVR0lBAwwCgYI
        KwYBBQUHAwEwHQYDVR0OBBYEFLbKd5ary/vFrEmhTLFgqEJJFvPcMB8GA1UdIwQY
        MBaAFOnMb2PtC/3JQxH8Uxei9X14Wv4BMAoGCCqGSM49BAMCA0kAMEYCIQCn62sZ
        /SJmALo4isDh2P5+xfbkwyB16G4GSBSyHgt1JwIhALS34cvSVWjHSB3E47FCXl8F
        Ey1tDrkvXUCQ9LmBA7jj
        -----END CERTIFICATE-----
        """

    /// The key of ``elsewhere``.
    package static let elsewhereKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtkHC1tbM3Q4EiJlr
        2TKPmrx0uQBwHr/C9VQ9uYY2NcuhRANCAATLGda9R3VQhXOfLSOpvSUEWzrbgK8V
        cKGwNz7i0LzBf+WINKaSxp4N1VjUY9XYF/IvSJ1XtmySULdz5FYTxbMR
        -----END PRIVATE KEY-----
        """

    /// A self-signed certificate for `localhost`.
    package static let selfSigned = """
        -----BEGIN CERTIFICATE-----
        MIIBkjCCATigAwIBAgIUVLcN/uJ+6E20f+r8iWXq9t0JUHswCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjE0NDQ0MFoYDzIxMjYxMDI5
        MTQ0NDQwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAS8VVWahGn6bIQ/T0p7ZCeYMoFtYrRAwqspA9GFbqT0jkRmZxofLrzV
        w8MXW3wegQuAKgk5CHSZNUR0UvCgEqeWo2YwZDAdBgNVHQ4EFgQUV0NcyES4Oioa
        iwFxdExAmnhN+vcwHwYDVR0jBBgwFoAUV0NcyES4OioaiwFxdExAmnhN+vcwFAYD
        VR0RBA0wC4IJbG9jYWxob3N0MAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDSAAw
        RQIgCGBPX+8WR28wd4gDBwFLMR1hqmecEhSlHsSwtvzF4Z0CIQCjPaDf5LE4joyZ
        YWzw1w4cLP+GPk6VhY1c4rdfIwsE3w==
        -----END CERTIFICATE-----
        """

    /// The key of ``selfSigned``.
    package static let selfSignedKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvw3ihscErf06Vsh8
        FMpctWXVKMWJeiD3cfGI2/s/D2OhRANCAAS8VVWahGn6bIQ/T0p7ZCeYMoFtYrRA
        wqspA9GFbqT0jkRmZxofLrzVw8MXW3wegQuAKgk5CHSZNUR0UvCgEqeW
        -----END PRIVATE KEY-----
        """
}
